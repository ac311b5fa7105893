package csssuite

const (
	color4 = "css-color-4 made rgb() and rgba(), hsl() and hsla() the same, alpha a number or percentage, hues angles"
	ident  = "css-syntax restricted non-ASCII ident code points: U+0080 and U+0081 are delimiters now"
)

// known are cases that are left out, by file and input, with the reason.
var known = map[string]string{
	"component_value_list.json \\- red0 -red --red -\\-red\\ blue 0red -0red \x00red _Red .red rêd r\\êd \x7f\u0080\u0081": ident,

	"color3.json rgb(0, 0, 0, 0)":            color4,
	"color3.json rgb(0%, 0%, 0%, 0%)":        color4,
	"color3.json rgb(0%, 0%, 0%, 0)":         color4,
	"color3.json rgba(255, 255, 255, 0%)":    color4,
	"color3.json rgba(0, 0, 0)":              color4,
	"color3.json rgba(0%, 0%, 0%)":           color4,
	"color3.json rgba(0%, 0%, 0%, 0%)":       color4,
	"color3.json hsl(30deg, 100%, 100%)":     color4,
	"color3.json hsl(0, 0%, 0%, 0%)":         color4,
	"color3.json hsla(30deg, 100%, 100%, 1)": color4,
	"color3.json hsla(0, 0%, 0%, 50%)":       color4,
}
