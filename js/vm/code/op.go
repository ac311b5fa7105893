package code

// Op is the operation of an instruction word.
//
// An instruction is one 32-bit word, op in the low byte, and for some operations one more word X:
//
//	op | a<<8 | b<<16 | c<<24       three 8-bit operands
//	op | a<<8 | bx<<16              one 8-bit operand and 16 bits, unsigned (bx) or signed (sbx)
//	op | ax<<8                      24 bits, signed
//
// In the comments, A, B and C are the registers that the operands a, b, c name, and X is the word after the instruction. Offsets of
// jumps count words from the instruction after the jump (after X where there is one). A taken jump with a negative offset is a safe
// point, as is every call. Where a register operand may be NoReg, the comment says so.
//
// A scope operand is a register that holds a scope cell, or NoReg, which stands for the scope that the running closure captured (its
// Env). "b up c" is the scope cell reached from there by following c parents.
//
// A site is an index into Func.Sites, which gives the property name, and into the runtime's inline caches. A name is an index into
// Func.Strings. Names of error messages are the ones V8 uses.
//
// Strict mode is a property of the Func: stores and deletes that fail throw a TypeError where Func.Flags has Strict.
type Op uint8

// NoReg as a register operand: none, or the closure's own scope where a scope is asked for.
const NoReg = 255

// MaxRegs is the largest number of registers of a function.
const MaxRegs = 250

const (
	// --- loads and moves

	OpNop        Op = iota // nothing
	OpMove                 // A = B
	OpLoadUndef            // A = undefined
	OpLoadNull             // A = null
	OpLoadTrue             // A = true
	OpLoadFalse            // A = false
	OpLoadHole             // A = the hole: the mark of an uninitialized binding; no script ever sees it
	OpLoadInt              // A = int32(sbx)
	OpLoadK                // A = constant bx (ConstNumber, ConstString, ConstBigInt)
	OpLoadThis             // A = this of the frame; in a sloppy function undefined and null become the realm's global this and primitives are wrapped. In an arrow function, which has it only where no function is around: the realm's global this
	OpLoadCallee           // A = the running function object
	OpLoadNewT             // A = new.target of the frame, or undefined
	OpLoadScope            // A = the scope cell b up c (internal value, for use as a scope operand)

	// --- scope cells: Func.Scopes[X] says how many slots, and that the first TDZ of them start as the hole, the others undefined

	OpNewScope   // A = new scope cell as Scopes[X] says, with parent scope b
	OpCopyScope  // A = copy of the scope cell A, same parent (bindings of the next iteration of a for loop)
	OpGetSlot    // A = slot c of scope cell B
	OpGetSlotT   // the same; ReferenceError "Cannot access 'NAME' before initialization" if it is the hole. NAME: Func.NameAt(pc)
	OpSetSlot    // slot c of scope cell B = A
	OpSetSlotT   // the same, but first ReferenceError as GetSlotT if the slot holds the hole
	OpGetSlotW   // A = slot X of scope cell B; c is 1 to check for the hole
	OpSetSlotW   // slot X of scope cell B = A; c is 1 to check for the hole first
	OpGetEnv     // A = slot c of the scope cell b hops up from Env (0: Env itself)
	OpGetEnvT    // the same, checked as GetSlotT
	OpSetEnv     // slot c of the scope cell b hops up from Env = A
	OpSetEnvT    // the same, checked
	OpGetEnvW    // A = slot (X & 0xffff) of the scope cell (X >> 16) hops up from Env; c is 1 to check
	OpSetEnvW    // the same for a store of A
	OpGetImport  // A = an import: with cell = the scope cell b hops up from Env: if slot c+1 is an int32 n, slot c holds the exporting module's scope cell and the value is its slot n; else the value is slot c itself. ReferenceError as GetSlotT if the value is the hole
	OpGetImportW // the same with hops X>>16 and slot X&0xffff
	OpCheckHole  // ReferenceError "Cannot access 'Strings[bx]' before initialization" if A is the hole
	OpThrowTDZ   // always throws that error for Strings[bx]
	OpThrowConst // TypeError "Assignment to constant variable."

	// --- globals: the realm's lexical declarations first, then the global object. bx is a site

	OpGetGlobal    // A = the global Sites[bx]; ReferenceError "NAME is not defined" when there is none; TDZ error for an uninitialized lexical one
	OpGetGlobalU   // the same, but undefined when there is none (typeof)
	OpSetGlobal    // assign A to the global; TypeError for a const ("Assignment to constant variable."), TDZ error; when there is none: ReferenceError if Func is Strict, else a new property of the global object
	OpInitGlobal   // initialize the lexical global (let, const, class) with A
	OpInitGlobalFn // CreateGlobalFunctionBinding(NAME, A, Program.Decls.Deletable)
	OpDelGlobal    // A = delete of the unqualified name: false for a lexical or non-configurable one, true when there is none

	// --- names that with and sloppy direct eval may bind. Slot 0 of such a scope cell holds the with object, or the object that keeps
	// the variables eval declared (undefined until there is one; a null-prototype ordinary object)

	OpToObject   // A = ToObject(B); TypeError "Cannot convert undefined or null to object"
	OpWithLookup // A = the with object of scope cell b up c if HasBinding(Strings[X]) (HasProperty, then not in @@unscopables), else undefined
	OpEvalLookup // A = the variable object of scope cell b up c if it has own property Strings[X], else undefined
	OpGetDyn     // A = value of Sites[X] on object B found by a lookup: GetBindingValue of an object environment (HasProperty again: if gone, undefined or in strict code ReferenceError)
	OpSetDyn     // SetMutableBinding of Sites[X] on object B with value A
	OpDelDyn     // A = delete of Sites[X] on object B, as for delete of an unqualified name (boolean, no throw)
	OpEvalVar    // declare Strings[X] in the variable object of scope cell b up c, making that object if slot 0 is undefined: value A (a function), or where a is NoReg undefined unless there is one already. The property is configurable

	// --- properties. c is a site, or with W the site is X

	OpGetProp    // A = B.name; TypeError "Cannot read properties of undefined (reading 'name')"
	OpGetPropW   // the same, site X
	OpGetLength  // as GetProp where the name is "length"
	OpGetMethod  // A = B.name and register a+1 = B (a call of a method follows). B may be A
	OpGetMethodW // the same, site X
	OpSetProp    // B.name = A; TypeError "Cannot set properties of undefined (setting 'name')"
	OpSetPropW   // the same, site X
	OpGetElem    // A = B[C]. Messages as GetProp, with the key. ToPropertyKey(C) comes after the check of B
	OpGetIdx     // A = B[c], c an integer
	OpGetElemM   // A = B[C] and register a+1 = B
	OpSetElem    // B[C] = A
	OpToKey      // A = ToPropertyKey(B) as a value: a string, a symbol, or the number as it is where it is an integer index
	OpToKeyOf    // A = ToPropertyKey(C) as ToKey, after TypeError as GetElem if B is undefined or null
	OpDelElem    // A = delete B[C]; throws in strict code when it fails: TypeError "Cannot delete property 'k' of [object Object]"
	OpIn         // A = B in C
	OpInstanceOf // A = B instanceof C
	OpSuperBase  // A = B.[[HomeObject]].[[GetPrototypeOf]]() where B is the active method
	OpGetSuper   // A = property C of the super base B with receiver register b+1
	OpSetSuper   // property C of the super base B, receiver register b+1, = A
	OpNewPrivate // A = a new private name described by Strings[bx] ("#x"); values of that kind are never seen by script
	OpGetPriv    // A = private member C (a private name) of B; X is a site (for its cache and its name). TypeErrors: "Cannot read private member #x from an object whose class did not declare it", "'#x' was defined without a getter"
	OpSetPriv    // private member C of B = A; X site. TypeErrors: "Cannot write private member #x to an object whose class did not declare it", "Private method '#x' is not writable", "'#x' was defined without a setter"
	OpDefPriv    // PrivateFieldAdd(B, C, A); TypeError "Cannot initialize #x twice on the same object"; X site
	OpDefPrivFn  // private method C of B is the function A
	OpDefPrivAcc // private accessor C of B: getter A, setter register a+1 (either may be undefined)
	OpHasPriv    // A = C in B for a private name C; TypeError if B is no object: "Cannot use 'in' operator to search for '#x' in V"

	// --- operators

	OpTypeOf    // A = typeof B
	OpTypeOfIs  // A = (typeof B is TypeNames[c])
	OpAdd       // A = B + C
	OpSub       // A = B - C
	OpMul       // A = B * C
	OpDiv       // A = B / C
	OpMod       // A = B % C
	OpExp       // A = B ** C
	OpAnd       // A = B & C
	OpOr        // A = B | C
	OpXor       // A = B ^ C
	OpShl       // A = B << C
	OpShr       // A = B >> C
	OpUshr      // A = B >>> C
	OpAddI      // A = B + int8(c)
	OpSubI      // A = B - int8(c)
	OpMulI      // A = B * int8(c)
	OpAndI      // A = B & uint8(c)
	OpOrI       // A = B | uint8(c)
	OpXorI      // A = B ^ uint8(c)
	OpShlI      // A = B << uint8(c)
	OpShrI      // A = B >> uint8(c)
	OpUshrI     // A = B >>> uint8(c)
	OpAddK      // A = B + constant c, which is a number
	OpSubK      // A = B - constant c, a number
	OpMulK      // A = B * constant c, a number
	OpDivK      // A = B / constant c, a number
	OpModK      // A = B % constant c, a number
	OpInc       // A = ToNumeric(B) + 1
	OpDec       // A = ToNumeric(B) - 1
	OpToNumeric // A = ToNumeric(B)
	OpToNumber  // A = ToNumber(B): unary plus
	OpNeg       // A = -B
	OpBitNot    // A = ~B
	OpNot       // A = !B
	OpToString  // A = ToString(B): TypeError for a symbol (template literals)
	OpConcat    // A = the strings in registers b .. b+c-1 joined
	OpLt        // A = B < C
	OpLe        // A = B <= C
	OpGt        // A = B > C (B is converted first)
	OpGe        // A = B >= C
	OpEq        // A = B == C
	OpNe        // A = B != C
	OpSeq       // A = B === C
	OpSne       // A = B !== C

	// --- jumps

	OpJump      // by ax
	OpJTrue     // if ToBoolean(A), by sbx
	OpJFalse    // if not ToBoolean(A), by sbx
	OpJNullish  // if A is undefined or null, by sbx
	OpJNNullish // if A is neither, by sbx
	OpJNull     // if A == null: undefined, null or an undetectable object, by sbx
	OpJNNull    // if A != null, by sbx
	OpJUndef    // if A is undefined, by sbx
	OpJNUndef   // if A is not undefined, by sbx
	OpJLt       // if A < B, by X
	OpJNLt      // unless A < B, by X
	OpJLe       // if A <= B, by X
	OpJNLe      // unless A <= B, by X
	OpJGt       // if A > B, by X
	OpJNGt      // unless A > B, by X
	OpJGe       // if A >= B, by X
	OpJNGe      // unless A >= B, by X
	OpJEq       // if A == B, by X
	OpJNe       // unless A == B, by X
	OpJSeq      // if A === B, by X
	OpJSne      // unless A === B, by X
	OpJLtI      // if A < sbx, by X
	OpJNLtI     // unless A < sbx, by X
	OpJLeI      // if A <= sbx, by X
	OpJNLeI     // unless A <= sbx, by X
	OpJGtI      // if A > sbx, by X
	OpJNGtI     // unless A > sbx, by X
	OpJGeI      // if A >= sbx, by X
	OpJNGeI     // unless A >= sbx, by X
	OpJSeqI     // if A === sbx, by X
	OpJSneI     // unless A === sbx, by X
	OpJEqI      // if A == sbx, by X
	OpJNeI      // unless A == sbx, by X
	OpIncJLt    // A = ToNumeric(A) + 1; then if A < B, by X
	OpIncJLtI   // A = ToNumeric(A) + 1; then if A < sbx, by X
	OpSwitchInt // if A is an integral number within Func.Switches[bx], jump by its offset (counted from the next instruction; 0 is next); else go on

	// --- literals

	OpNewObject   // A = {}
	OpObjectLit   // A = an object with the names of Func.Shapes[X] (distinct, none an index or "__proto__") in that order and the values of registers b, b+1, …
	OpNewArray    // A = array of the c values in registers b, b+1, …
	OpArrayLit    // A = array of the primitive constants Func.Arrays[bx] (a fresh array at each evaluation)
	OpArrayAppend // append the c values of registers b, b+1, … to the array A
	OpArrayHole   // append bx holes to the array A
	OpArraySpread // append what iterating B gives to the array A (GetIterator and so on; fast for arrays with the original iterator)
	OpRegExp      // A = new RegExp object from constant bx (ConstRegExp)
	OpTemplate    // A = the template object of Func.Templates[bx]: one object a site and realm, frozen, with raw
	OpDefField    // CreateDataPropertyOrThrow(B, name of site c, A)
	OpDefFieldW   // the same, site X
	OpDefElem     // CreateDataPropertyOrThrow(B, ToPropertyKey(C), A)
	OpDefMethod   // define the function A as method, getter or setter of object B under the key C: MakeMethod(A, B) (home object), SetFunctionName(A, C, "get"/"set"), DefineProperty. X: flags MethodGet, MethodSet, MethodEnumerable; configurable always, writable for methods. With a MethodAnonymous flag: a plain DefElem whose function (or class without own name) is named by the key, without a home object
	OpSetProto    // set the prototype of object A to B if B is an object or null; else nothing (__proto__: v in a literal)
	OpCopyProps   // CopyDataProperties(A, B, none): spread in an object literal; A was just made by this literal
	OpCopyRest    // A = new object, CopyDataProperties(A, B, keys in registers c .. c+X-1 (property keys)): rest in an object pattern
	OpSetName     // SetFunctionName(A, B) for an anonymous function A: prefix "" (c 0), "get" (1), "set" (2)
	OpSetHome     // A.[[HomeObject]] = B
	OpClosure     // A = new function object for Func.Closures[X] in scope b
	OpClass       // A = constructor, register a+1 = prototype, for Closures[X & 0xffffff] in scope X>>24; heritage B (NoReg: none; TypeError "Class extends value V is not a constructor or null"); its name is register c, a property key, or where c is NoReg that of the closure reference. The constructor's home object is the prototype; "prototype" and "constructor" are defined
	OpClassInit   // A.[[Fields]] = the function B, called with this = each new instance by InitFields. A is a constructor

	// --- calls. Callee in register a, this in a+1, b arguments from a+2; the callee's window of registers begins at a+2. The result goes to C

	OpCall       // C = call. TypeError "TEXT is not a function" (TEXT by the position's source)
	OpCallSpread // C = call of A with this a+1 and the elements of the (dense, private) array in a+2 as arguments
	OpCallEval   // as Call; but if A is the realm's own %eval%: direct eval of the first argument in the place that Func.Evals[X] describes
	OpNew        // C = construct A with new.target A; a+1 is free. TypeError "TEXT is not a constructor"
	OpNewSpread  // the same with the arguments in the array a+2
	OpSuperCtor  // A = B.[[GetPrototypeOf]]() where B is the active function; TypeError "Super constructor V of anonymous class is not a constructor" if it is none
	OpSuperCall  // C = construct A with new.target register a+1
	OpSuperSpr   // the same with the arguments in the array a+2
	OpNotInit    // ReferenceError "Super constructor may only be called once" unless A is the hole
	OpCheckThis  // ReferenceError "Must call super constructor in derived class before accessing 'this' or returning from derived constructor" if A is the hole
	OpInitFields // if the function B has [[Fields]], call it with this = A
	OpReturn     // return A. In a frame that constructs, a value that is no object gives way to the frame's this. In an async function it resolves the promise. In a generator it ends with {value: A, done: true}
	OpReturnU    // return undefined, likewise
	OpReturnDrv  // return from a derived constructor with value A and this binding B: A if an object; TypeError "Derived constructors may only return object or undefined" unless undefined; then as CheckThis of B; then B
	OpThrow      // throw A
	OpThrowError // throw a new error of kind a (ErrorKind) with the message Strings[bx]

	// --- iteration. An iterator record is three registers: A iterator, a+1 next method, a+2 free for the interpreter. Done: A is undefined.
	// An interpreter may keep another form in them for arrays whose iteration cannot be observed

	OpGetIter     // record A = GetIterator(B, sync); TypeError "V is not iterable" with the source text as V
	OpGetAIter    // record A = GetIterator(B, async)
	OpIterNext    // step record A; if it is done, mark it done and jump by X; else B = value. An error of next(), done or value marks it done
	OpIterStep    // as IterNext, but done (also before) gives B = undefined and no jump (destructuring)
	OpIterRest    // B = array of what is left of record A; marks it done
	OpIterClose   // if record A is not done, mark it done and IteratorClose with a normal completion (TypeError if return() gives no object)
	OpIterCloseT  // the same for a throw completion: errors of return() are dropped
	OpIterCall    // B = Call(next, iterator) of record A, with the argument B where c is 1. No check of the result
	OpIterRet     // if record A is done, or its iterator has no return method: jump by X; else mark done and B = result of return()  (async close; Await and CheckObject follow)
	OpIterDone    // A = ToBoolean(B.done); TypeError "Iterator result V is not an object" if B is none
	OpCheckObject // TypeError "Iterator result V is not an object" unless A is an object
	OpForIn       // A (and a+1, free for the interpreter) = enumerator of the property names of B; none for undefined and null
	OpForInNext   // B = next name that is still there, or jump by X at the end
	OpCheckDestr  // TypeError Strings[bx] + "undefined." or "null." if A is undefined or null ("Cannot destructure property 'a' of 'b' as it is ")

	// --- generators and async

	OpGenerator // make the generator object (async generator where Func is both) from the callee's prototype property, save the frame at the next instruction, and return the object
	OpYield     // suspend with A. next(v): A = v and go on; throw(e): throw e here; return(v): A = v and jump by X
	OpYieldRaw  // suspend with A itself as the iterator result (sync), or as the value (async generator: no await). On resumption A = the value, B = 0 for next, 1 for throw, 2 for return
	OpAwait     // A = await B: suspends; a rejection is thrown here

	// --- the rest

	OpImportCall // A = import(B) with options register b+1 (undefined where none); c is the number of hops from Env to the module's scope cell, NoReg in a script
	OpImportMeta // A = import.meta of the module whose scope cell is b hops up from Env
	OpMapArgs    // attach mapped parameters to the arguments object A: parameter i is slot Func.ArgMap[i] of scope cell B (0xffff: not mapped)
	OpDebugger   // debugger statement: nothing
	OpWide       // the next instruction's bx operand has ax<<16 added to it (LoadK, globals, names; jumps never)

	OpCount
)

// TypeNames are the results of typeof in the order of TypeOfIs.
var TypeNames = [...]string{"undefined", "object", "boolean", "number", "string", "symbol", "bigint", "function"}

// Flags of DefMethod's X.
const (
	MethodGet        = 1 << iota // define a getter
	MethodSet                    // define a setter
	MethodEnumerable             // the property is enumerable (object literals)
	MethodAnonymous              // not a method: an anonymous function under a computed key
)

// ErrorKind of ThrowError.
type ErrorKind uint8

// The error constructors that instructions throw by.
const (
	Error ErrorKind = iota
	TypeError
	ReferenceError
	SyntaxError
	RangeError
)

// W packs an instruction word of three 8-bit operands.
func W(op Op, a, b, c uint8) uint32 {
	return uint32(op) | uint32(a)<<8 | uint32(b)<<16 | uint32(c)<<24
}

// WBx packs an instruction word with a 16-bit operand.
func WBx(op Op, a uint8, bx uint16) uint32 { return uint32(op) | uint32(a)<<8 | uint32(bx)<<16 }

// WAx packs an instruction word with a signed 24-bit operand.
func WAx(op Op, ax int32) uint32 { return uint32(op) | uint32(ax)<<8 }
