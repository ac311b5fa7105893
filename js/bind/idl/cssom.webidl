typedef DOMString CSSOMString;

[Exposed=Window] 
interface MediaList {
	stringifier attribute [LegacyNullToEmptyString] CSSOMString mediaText;
	readonly attribute unsigned long length;
	getter CSSOMString? item(unsigned long index);
	undefined appendMedium(CSSOMString medium);
	undefined deleteMedium(CSSOMString medium);
};

[Exposed=Window] 
interface StyleSheet {
	readonly attribute CSSOMString type;
	readonly attribute USVString? href;
	readonly attribute (Element or ProcessingInstruction)? ownerNode;
	readonly attribute CSSStyleSheet? parentStyleSheet;
	readonly attribute DOMString? title;
	[PutForwards=mediaText] readonly attribute MediaList media;
	attribute boolean disabled;
};

[Exposed=Window] 
interface CSSStyleSheet : StyleSheet {
	constructor(optional CSSStyleSheetInit options = {});
	readonly attribute CSSRule? ownerRule;
	readonly attribute CSSRuleList cssRules;
	unsigned long insertRule(CSSOMString rule, optional unsigned long index = 0);
	undefined deleteRule(unsigned long index);
	Promise<CSSStyleSheet> replace(USVString text);
	undefined replaceSync(USVString text);
};

dictionary CSSStyleSheetInit {
	DOMString? baseURL = null;
	(MediaList or DOMString) media = "";
	boolean disabled = false;
};

partial interface CSSStyleSheet {
	readonly attribute CSSRuleList rules;
	long addRule(optional DOMString selector = "undefined", optional DOMString style = "undefined", optional unsigned long index);
	undefined removeRule(optional unsigned long index = 0);
};

[Exposed=Window] 
interface StyleSheetList {
	getter CSSStyleSheet? item(unsigned long index);
	readonly attribute unsigned long length;
};

partial interface mixin DocumentOrShadowRoot {
	readonly attribute StyleSheetList styleSheets;
	attribute ObservableArray<CSSStyleSheet> adoptedStyleSheets;
};

interface mixin LinkStyle {
	readonly attribute CSSStyleSheet? sheet;
};

ProcessingInstruction includes LinkStyle;

[Exposed=Window] 
interface CSSRuleList {
	getter CSSRule? item(unsigned long index);
	readonly attribute unsigned long length;
};

[Exposed=Window] 
interface CSSRule {
	attribute CSSOMString cssText;
	readonly attribute CSSRule? parentRule;
	readonly attribute CSSStyleSheet? parentStyleSheet;
	readonly attribute unsigned short type;
	const unsigned short STYLE_RULE = 1;
	const unsigned short CHARSET_RULE = 2;
	const unsigned short IMPORT_RULE = 3;
	const unsigned short MEDIA_RULE = 4;
	const unsigned short FONT_FACE_RULE = 5;
	const unsigned short PAGE_RULE = 6;
	const unsigned short MARGIN_RULE = 9;
	const unsigned short NAMESPACE_RULE = 10;
};

[Exposed=Window] 
interface CSSStyleRule : CSSGroupingRule {
	attribute CSSOMString selectorText;
	[PutForwards=cssText] readonly attribute CSSStyleProperties style;
};

[Exposed=Window] 
interface CSSImportRule : CSSRule {
	readonly attribute USVString href;
	[PutForwards=mediaText] readonly attribute MediaList media;
	readonly attribute CSSStyleSheet? styleSheet;
	readonly attribute CSSOMString? layerName;
	readonly attribute CSSOMString? supportsText;
};

[Exposed=Window] 
interface CSSGroupingRule : CSSRule {
	readonly attribute CSSRuleList cssRules;
	unsigned long insertRule(CSSOMString rule, optional unsigned long index = 0);
	undefined deleteRule(unsigned long index);
};

[Exposed=Window] 
interface CSSPageDescriptors : CSSStyleDeclaration {
	attribute [LegacyNullToEmptyString] CSSOMString margin;
	attribute [LegacyNullToEmptyString] CSSOMString marginTop;
	attribute [LegacyNullToEmptyString] CSSOMString marginRight;
	attribute [LegacyNullToEmptyString] CSSOMString marginBottom;
	attribute [LegacyNullToEmptyString] CSSOMString marginLeft;
	attribute [LegacyNullToEmptyString] CSSOMString margin-top;
	attribute [LegacyNullToEmptyString] CSSOMString margin-right;
	attribute [LegacyNullToEmptyString] CSSOMString margin-bottom;
	attribute [LegacyNullToEmptyString] CSSOMString margin-left;
	attribute [LegacyNullToEmptyString] CSSOMString size;
	attribute [LegacyNullToEmptyString] CSSOMString pageOrientation;
	attribute [LegacyNullToEmptyString] CSSOMString page-orientation;
	attribute [LegacyNullToEmptyString] CSSOMString marks;
	attribute [LegacyNullToEmptyString] CSSOMString bleed;
};

[Exposed=Window] 
interface CSSPageRule : CSSGroupingRule {
	attribute CSSOMString selectorText;
	[PutForwards=cssText] readonly attribute CSSPageDescriptors style;
};

[Exposed=Window] 
interface CSSNamespaceRule : CSSRule {
	readonly attribute CSSOMString namespaceURI;
	readonly attribute CSSOMString prefix;
};

[Exposed=Window] 
interface CSSStyleDeclaration {
	[CEReactions] attribute CSSOMString cssText;
	readonly attribute unsigned long length;
	getter CSSOMString item(unsigned long index);
	CSSOMString getPropertyValue(CSSOMString property);
	CSSOMString getPropertyPriority(CSSOMString property);
	[CEReactions] undefined setProperty(CSSOMString property, [LegacyNullToEmptyString] CSSOMString value, optional [LegacyNullToEmptyString] CSSOMString priority = "");
	[CEReactions] CSSOMString removeProperty(CSSOMString property);
	readonly attribute CSSRule? parentRule;
};

[Exposed=Window] 
interface CSSStyleProperties : CSSStyleDeclaration {
	[CEReactions] attribute [LegacyNullToEmptyString] CSSOMString cssFloat;
};

interface mixin ElementCSSInlineStyle {
	[PutForwards=cssText] readonly attribute CSSStyleProperties style;
};

HTMLElement includes ElementCSSInlineStyle;

SVGElement includes ElementCSSInlineStyle;

partial interface Window {
	CSSStyleProperties getComputedStyle(Element elt, optional CSSOMString? pseudoElt);
};

[Exposed=Window] 
namespace CSS {
	CSSOMString escape(CSSOMString ident);
};

partial interface CSSRule {
	const unsigned short SUPPORTS_RULE = 12;
};

[Exposed=Window] 
interface CSSConditionRule : CSSGroupingRule {
	readonly attribute CSSOMString conditionText;
};

[Exposed=Window] 
interface CSSMediaRule : CSSConditionRule {
	[PutForwards=mediaText] readonly attribute MediaList media;
	readonly attribute boolean matches;
};

[Exposed=Window] 
interface CSSSupportsRule : CSSConditionRule {
	readonly attribute boolean matches;
};

partial namespace CSS {
	boolean supports(CSSOMString property, CSSOMString value);
	[ImplementedAs=supportsCondition] boolean supports(CSSOMString conditionText);
};

[Exposed=Window] 
interface CSSLayerBlockRule : CSSGroupingRule {
	readonly attribute CSSOMString name;
};

[Exposed=Window] 
interface CSSLayerStatementRule : CSSRule {
	readonly attribute FrozenArray<CSSOMString> nameList;
};

[Exposed=Window] 
interface CSSNestedDeclarations : CSSRule {
	[PutForwards=cssText] readonly attribute CSSStyleProperties style;
};

[Exposed=Window] 
interface ContentVisibilityAutoStateChangeEvent : Event {
	constructor(DOMString type, optional ContentVisibilityAutoStateChangeEventInit eventInitDict = {});
	readonly attribute boolean skipped;
};

dictionary ContentVisibilityAutoStateChangeEventInit : EventInit {
	boolean skipped = false;
};

dictionary PropertyDefinition {
	required DOMString name;
	DOMString syntax = "*";
	boolean inherits = true;
	DOMString initialValue;
};

partial namespace CSS {
	undefined registerProperty(PropertyDefinition definition);
};

[Exposed=Window] 
interface CSSPropertyRule : CSSRule {
	readonly attribute CSSOMString name;
	readonly attribute CSSOMString syntax;
	readonly attribute boolean inherits;
	readonly attribute CSSOMString? initialValue;
};

partial interface CSSRule {
	const unsigned short COUNTER_STYLE_RULE = 11;
};

[Exposed=Window] 
interface CSSCounterStyleRule : CSSRule {
	attribute CSSOMString name;
	attribute CSSOMString system;
	attribute CSSOMString symbols;
	attribute CSSOMString additiveSymbols;
	attribute CSSOMString negative;
	attribute CSSOMString prefix;
	attribute CSSOMString suffix;
	attribute CSSOMString range;
	attribute CSSOMString pad;
	attribute CSSOMString speakAs;
	attribute CSSOMString fallback;
};

partial interface CSSRule {
	const unsigned short FONT_FEATURE_VALUES_RULE = 14;
};

dictionary CSSContainerCondition {
	required CSSOMString name;
	required CSSOMString query;
};

[Exposed=Window] 
interface CSSContainerRule : CSSConditionRule {
	readonly attribute CSSOMString containerName;
	readonly attribute CSSOMString containerQuery;
	readonly attribute FrozenArray<CSSContainerCondition> conditions;
};

[Exposed=Window] 
interface CSSSupportsConditionRule : CSSGroupingRule {
	readonly attribute CSSOMString name;
};

typedef (MediaList or boolean) CustomMediaQuery;

[Exposed=Window] 
interface CSSCustomMediaRule : CSSRule {
	readonly attribute CSSOMString name;
	readonly attribute CustomMediaQuery query;
};

[Exposed=Window] 
partial interface Navigator {
	readonly attribute PreferenceManager preferences;
};

[Exposed=Window] 
interface PreferenceManager {
	readonly attribute PreferenceObject colorScheme;
	readonly attribute PreferenceObject contrast;
	readonly attribute PreferenceObject reducedMotion;
	readonly attribute PreferenceObject reducedTransparency;
	readonly attribute PreferenceObject reducedData;
};

[Exposed=Window] 
interface PreferenceObject : EventTarget {
	readonly attribute DOMString? override;
	readonly attribute DOMString value;
	readonly attribute FrozenArray<DOMString> validValues;
	undefined clearOverride();
	Promise<undefined> requestOverride(DOMString? value);
	attribute EventHandler onchange;
};

[Exposed=Window]
interface CSSFontFaceRule : CSSRule {
	[PutForwards=cssText] readonly attribute CSSStyleProperties style;
};
