package css

// RuleID is a row of Sheet.Rules; 0 is none.
type RuleID uint32

// ListID is a row of Selectors.Lists; 0 is none.
type ListID uint32

// SelectorID is a row of Selectors.Rows.
type SelectorID uint32
