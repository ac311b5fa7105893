// https://html.spec.whatwg.org/multipage/interaction.html#the-useractivation-interface

[Exposed=Window]
interface UserActivation {
	readonly attribute boolean hasBeenActive;
	readonly attribute boolean isActive;
};
