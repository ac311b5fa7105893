package css

import "strings"

var pseudoClassNames = [PseudoClassCount]string{
	PseudoRoot: "root", PseudoScope: "scope", PseudoEmpty: "empty", PseudoFirstChild: "first-child",
	PseudoLastChild: "last-child", PseudoOnlyChild: "only-child", PseudoFirstOfType: "first-of-type",
	PseudoLastOfType: "last-of-type", PseudoOnlyOfType: "only-of-type", PseudoHover: "hover",
	PseudoActive: "active", PseudoFocus: "focus", PseudoFocusVisible: "focus-visible",
	PseudoFocusWithin: "focus-within", PseudoTarget: "target", PseudoTargetCurrent: "target-current",
	PseudoLink: "link", PseudoVisited: "visited", PseudoAnyLink: "any-link", PseudoChecked: "checked",
	PseudoIndeterminate: "indeterminate", PseudoDefault: "default", PseudoDisabled: "disabled",
	PseudoEnabled: "enabled", PseudoRequired: "required", PseudoOptional: "optional",
	PseudoReadOnly: "read-only", PseudoReadWrite: "read-write", PseudoValid: "valid",
	PseudoInvalid: "invalid", PseudoUserValid: "user-valid", PseudoUserInvalid: "user-invalid",
	PseudoInRange: "in-range", PseudoOutOfRange: "out-of-range",
	PseudoPlaceholderShown: "placeholder-shown", PseudoAutofill: "autofill", PseudoDefined: "defined",
	PseudoModal: "modal", PseudoPopoverOpen: "popover-open", PseudoOpen: "open",
	PseudoFullscreen: "fullscreen", PseudoPictureInPicture: "picture-in-picture",
	PseudoPlaying: "playing", PseudoPaused: "paused", PseudoMuted: "muted", PseudoSeeking: "seeking",
	PseudoStalled: "stalled", PseudoBuffering: "buffering", PseudoVolumeLocked: "volume-locked",
	PseudoActiveViewTransition: "active-view-transition", PseudoHorizontal: "horizontal",
	PseudoVertical: "vertical", PseudoDecrement: "decrement", PseudoIncrement: "increment",
	PseudoStart: "start", PseudoEnd: "end", PseudoDoubleButton: "double-button",
	PseudoSingleButton: "single-button", PseudoNoButton: "no-button",
	PseudoCornerPresent: "corner-present", PseudoWindowInactive: "window-inactive",
	PseudoXrOverlay: "xr-overlay", PseudoInterestSource: "interest-source",
	PseudoInterestTarget: "interest-target", PseudoCurrent: "current", PseudoPast: "past",
	PseudoFuture: "future",
}

var pseudoClassByName = func() map[string]PseudoClass {
	m := make(map[string]PseudoClass, PseudoClassCount)
	for i := PseudoNone + 1; i < PseudoClassCount; i++ {
		m[pseudoClassNames[i]] = i
	}
	return m
}()

// String is the name of the pseudo-class without its colon.
func (p PseudoClass) String() string { return pseudoClassNames[p] }

// structural classes do not stand after a pseudo-element.
func (p PseudoClass) structural() bool {
	return p >= PseudoRoot && p <= PseudoOnlyOfType
}

func (p PseudoClass) userAction() bool { return p >= PseudoHover && p <= PseudoFocusWithin }

func (p PseudoClass) scrollbar() bool { return p >= PseudoHorizontal && p <= PseudoCornerPresent }

// deps is what the pseudo-class depends on.
func (p PseudoClass) deps() Deps {
	switch p {
	case PseudoRoot:
		return 0
	case PseudoScope:
		return DepScope
	case PseudoEmpty:
		return DepContent
	case PseudoFirstChild, PseudoFirstOfType:
		return DepStructure
	case PseudoLastChild, PseudoLastOfType, PseudoOnlyChild, PseudoOnlyOfType:
		return DepStructure | DepBackward
	}
	return DepState
}

// ofControl reports whether a pseudo-class is about the state of form controls.
func (p PseudoClass) ofControl() bool {
	switch p {
	case PseudoChecked, PseudoIndeterminate, PseudoDefault, PseudoValid, PseudoInvalid, PseudoUserValid, PseudoUserInvalid, PseudoInRange, PseudoOutOfRange,
		PseudoPlaceholderShown, PseudoDisabled, PseudoEnabled:
		return true
	}
	return false
}

// What a pseudo-element takes in parentheses.
const (
	argNone = iota
	argCompound
	argOptList
	argIdents
	argIdent
	argTransition
)

type elementInfo struct {
	name string
	arg  uint8
}

var elementInfos = [PseudoElementCount]elementInfo{
	ElementBefore: {name: "before"}, ElementAfter: {name: "after"}, ElementMarker: {name: "marker"},
	ElementFirstLine: {name: "first-line"}, ElementFirstLetter: {name: "first-letter"},
	ElementSelection: {name: "selection"}, ElementPlaceholder: {name: "placeholder"},
	ElementBackdrop: {name: "backdrop"}, ElementFileSelectorButton: {name: "file-selector-button"},
	ElementSlotted: {"slotted", argCompound}, ElementPart: {"part", argIdents},
	ElementHighlight: {"highlight", argIdent}, ElementTargetText: {name: "target-text"},
	ElementSpellingError: {name: "spelling-error"}, ElementGrammarError: {name: "grammar-error"},
	ElementSearchText: {name: "search-text"}, ElementDetailsContent: {name: "details-content"},
	ElementCheckmark: {name: "checkmark"}, ElementPickerIcon: {name: "picker-icon"},
	ElementPicker: {"picker", argIdent}, ElementScrollMarker: {name: "scroll-marker"},
	ElementScrollMarkerGroup: {name: "scroll-marker-group"},
	ElementScrollButton:      {"scroll-button", argIdent}, ElementColumn: {name: "column"},
	ElementCue: {"cue", argOptList}, ElementViewTransition: {name: "view-transition"},
	ElementViewTransitionGroup:         {"view-transition-group", argTransition},
	ElementViewTransitionGroupChildren: {"view-transition-group-children", argTransition},
	ElementViewTransitionImagePair:     {"view-transition-image-pair", argTransition},
	ElementViewTransitionOld:           {"view-transition-old", argTransition},
	ElementViewTransitionNew:           {"view-transition-new", argTransition},
	ElementScrollbar:                   {name: "-webkit-scrollbar"},
	ElementScrollbarButton:             {name: "-webkit-scrollbar-button"},
	ElementScrollbarThumb:              {name: "-webkit-scrollbar-thumb"},
	ElementScrollbarTrack:              {name: "-webkit-scrollbar-track"},
	ElementScrollbarTrackPiece:         {name: "-webkit-scrollbar-track-piece"},
	ElementScrollbarCorner:             {name: "-webkit-scrollbar-corner"},
	ElementResizer:                     {name: "-webkit-resizer"},
	ElementSearchCancelButton:          {name: "-webkit-search-cancel-button"},
	ElementInnerSpinButton:             {name: "-webkit-inner-spin-button"},
	ElementOuterSpinButton:             {name: "-webkit-outer-spin-button"},
	ElementCalendarPickerIndicator:     {name: "-webkit-calendar-picker-indicator"},
	ElementSliderThumb:                 {name: "-webkit-slider-thumb"},
	ElementSliderRunnableTrack:         {name: "-webkit-slider-runnable-track"},
	ElementMeterBar:                    {name: "-webkit-meter-bar"},
	ElementMeterInnerElement:           {name: "-webkit-meter-inner-element"},
	ElementMeterOptimumValue:           {name: "-webkit-meter-optimum-value"},
	ElementMeterSuboptimumValue:        {name: "-webkit-meter-suboptimum-value"},
	ElementMeterEvenLessGoodValue:      {name: "-webkit-meter-even-less-good-value"},
	ElementProgressBar:                 {name: "-webkit-progress-bar"},
	ElementProgressInnerElement:        {name: "-webkit-progress-inner-element"},
	ElementProgressValue:               {name: "-webkit-progress-value"},
	ElementColorSwatch:                 {name: "-webkit-color-swatch"},
	ElementColorSwatchWrapper:          {name: "-webkit-color-swatch-wrapper"},
	ElementDetailsMarker:               {name: "-webkit-details-marker"},
	ElementDateAndTimeValue:            {name: "-webkit-date-and-time-value"},
	ElementDatetimeEdit:                {name: "-webkit-datetime-edit"},
	ElementTextfieldDecoration:         {name: "-webkit-textfield-decoration-container"},
	ElementUnknownWebkit:               {name: ""},
}

var elementByName = func() map[string]PseudoElement {
	m := make(map[string]PseudoElement, PseudoElementCount)
	for i := ElementNone + 1; i < ElementUnknownWebkit; i++ {
		m[elementInfos[i].name] = i
	}
	// Aliases are other names of the same boxes; they keep their name in serializations.
	m["-webkit-input-placeholder"] = ElementPlaceholder
	m["-webkit-file-upload-button"] = ElementFileSelectorButton
	return m
}()

// aliasOf is the -webkit- name of an element that has one.
func aliasOf(e PseudoElement) string {
	if e == ElementPlaceholder {
		return "-webkit-input-placeholder"
	}
	return "-webkit-file-upload-button"
}

// String is the name of the pseudo-element without colons and argument.
func (e PseudoElement) String() string { return elementInfos[e].name }

// Scrollbar reports whether e is a scrollbar or a part of one.
func (e PseudoElement) Scrollbar() bool { return e >= ElementScrollbar && e <= ElementResizer }

func (e PseudoElement) transition() bool {
	return e >= ElementViewTransition && e <= ElementViewTransitionNew
}

// elementBacked pseudo-elements are boxes of elements: most selectors may follow them.
func (e PseudoElement) elementBacked() bool {
	return e == ElementPart || e == ElementDetailsContent || e == ElementPicker
}

// classMayFollow reports whether pseudo-class c may stand after pseudo-element e.
func (e PseudoElement) classMayFollow(c PseudoClass) bool {
	switch {
	case e == ElementNone:
		return true
	case e.elementBacked():
		return !c.structural()
	case e.Scrollbar():
		return c.scrollbar() || c == PseudoHover || c == PseudoActive || c == PseudoEnabled || c == PseudoDisabled || c == PseudoWindowInactive
	case e == ElementSelection:
		return c == PseudoWindowInactive
	case e == ElementSearchText:
		return c == PseudoCurrent
	case e.transition():
		return c == PseudoOnlyChild
	case e == ElementScrollMarker:
		return c.userAction() || c == PseudoTargetCurrent
	case e == ElementScrollButton:
		return c.userAction() || c == PseudoDisabled || c == PseudoEnabled
	case e == ElementFileSelectorButton, e > ElementResizer:
		return c.userAction()
	}
	return false
}

// elementMayFollow reports whether pseudo-element f may stand after e.
func (e PseudoElement) elementMayFollow(f PseudoElement) bool {
	switch e {
	case ElementNone:
		return true
	case ElementSlotted:
		return f == ElementBefore || f == ElementAfter || f == ElementMarker || f == ElementPlaceholder ||
			f == ElementFileSelectorButton || f == ElementDetailsContent || f == ElementBackdrop
	case ElementPart, ElementDetailsContent, ElementPicker:
		return f != ElementPart && f != ElementSlotted
	case ElementBefore, ElementAfter:
		return f == ElementMarker
	case ElementColumn:
		return f == ElementScrollMarker
	}
	return false
}

// PseudoElementNamed reads "::before", ":after", "::highlight(x)" as getComputedStyle takes them; arg is
// the text in the parentheses.
func PseudoElementNamed(s string) (e PseudoElement, arg string, ok bool) {
	if !strings.HasPrefix(s, ":") {
		return 0, "", false
	}
	name := s[1:]
	double := strings.HasPrefix(name, ":")
	if double {
		name = name[1:]
	}
	hasArg := false
	if i := strings.IndexByte(name, '('); i >= 0 && strings.HasSuffix(name, ")") {
		arg, name, hasArg = strings.TrimSpace(name[i+1:len(name)-1]), name[:i], true
	}
	e, ok = elementByName[lowerASCII(name)]
	if !ok || !double && e != ElementBefore && e != ElementAfter && e != ElementFirstLine && e != ElementFirstLetter {
		return 0, "", false
	}
	if a := elementInfos[e].arg; hasArg && (a == argNone || arg == "") || !hasArg && a != argNone && a != argOptList {
		return 0, "", false
	}
	return e, arg, true
}
