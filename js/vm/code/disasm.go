package code

import (
	"fmt"
	"strconv"
	"strings"
)

// ops are the mnemonics and operand forms. A form has up to three operands for a, b and c, and then one for the word X:
//
//	r register (or none), s scope operand, u unsigned, b signed byte, i signed bx, k constant, n name, g site, j jump, w wide, _ unused
//	X plain word, J jump offset, N name, G site, H hops<<16|slot
//
// An operand i, j, k, n, g or u that is last among the small ones and second takes bx.
var ops = [OpCount]struct{ name, form string }{
	OpNop:          {"Nop", ""},
	OpMove:         {"Move", "r r"},
	OpLoadUndef:    {"LoadUndef", "r"},
	OpLoadNull:     {"LoadNull", "r"},
	OpLoadTrue:     {"LoadTrue", "r"},
	OpLoadFalse:    {"LoadFalse", "r"},
	OpLoadHole:     {"LoadHole", "r"},
	OpLoadInt:      {"LoadInt", "r i"},
	OpLoadK:        {"LoadK", "r k"},
	OpLoadThis:     {"LoadThis", "r"},
	OpLoadCallee:   {"LoadCallee", "r"},
	OpLoadNewT:     {"LoadNewT", "r"},
	OpLoadScope:    {"LoadScope", "r s u"},
	OpNewScope:     {"NewScope", "r s X"},
	OpCopyScope:    {"CopyScope", "r"},
	OpGetSlot:      {"GetSlot", "r r u"},
	OpGetSlotT:     {"GetSlotT", "r r u"},
	OpSetSlot:      {"SetSlot", "r r u"},
	OpSetSlotT:     {"SetSlotT", "r r u"},
	OpGetSlotW:     {"GetSlotW", "r r uX"},
	OpSetSlotW:     {"SetSlotW", "r r uX"},
	OpGetEnv:       {"GetEnv", "r u u"},
	OpGetEnvT:      {"GetEnvT", "r u u"},
	OpSetEnv:       {"SetEnv", "r u u"},
	OpSetEnvT:      {"SetEnvT", "r u u"},
	OpGetEnvW:      {"GetEnvW", "r _ uH"},
	OpSetEnvW:      {"SetEnvW", "r _ uH"},
	OpGetImport:    {"GetImport", "r u u"},
	OpGetImportW:   {"GetImportW", "r _ uH"},
	OpCheckHole:    {"CheckHole", "r n"},
	OpThrowTDZ:     {"ThrowTDZ", "_ n"},
	OpThrowConst:   {"ThrowConst", ""},
	OpGetGlobal:    {"GetGlobal", "r g"},
	OpGetGlobalU:   {"GetGlobalU", "r g"},
	OpSetGlobal:    {"SetGlobal", "r g"},
	OpInitGlobal:   {"InitGlobal", "r g"},
	OpInitGlobalFn: {"InitGlobalFn", "r g"},
	OpDelGlobal:    {"DelGlobal", "r g"},
	OpToObject:     {"ToObject", "r r"},
	OpWithLookup:   {"WithLookup", "r s uN"},
	OpEvalLookup:   {"EvalLookup", "r s uN"},
	OpGetDyn:       {"GetDyn", "r rG"},
	OpSetDyn:       {"SetDyn", "r rG"},
	OpDelDyn:       {"DelDyn", "r rG"},
	OpEvalVar:      {"EvalVar", "r s uN"},
	OpGetProp:      {"GetProp", "r r g"},
	OpGetPropW:     {"GetPropW", "r rG"},
	OpGetLength:    {"GetLength", "r r g"},
	OpGetMethod:    {"GetMethod", "r r g"},
	OpGetMethodW:   {"GetMethodW", "r rG"},
	OpSetProp:      {"SetProp", "r r g"},
	OpSetPropW:     {"SetPropW", "r rG"},
	OpGetElem:      {"GetElem", "r r r"},
	OpGetIdx:       {"GetIdx", "r r u"},
	OpGetElemM:     {"GetElemM", "r r r"},
	OpSetElem:      {"SetElem", "r r r"},
	OpToKey:        {"ToKey", "r r"},
	OpToKeyOf:      {"ToKeyOf", "r r r"},
	OpDelElem:      {"DelElem", "r r r"},
	OpIn:           {"In", "r r r"},
	OpInstanceOf:   {"InstanceOf", "r r r"},
	OpSuperBase:    {"SuperBase", "r r"},
	OpGetSuper:     {"GetSuper", "r r r"},
	OpSetSuper:     {"SetSuper", "r r r"},
	OpNewPrivate:   {"NewPrivate", "r n"},
	OpGetPriv:      {"GetPriv", "r r rG"},
	OpSetPriv:      {"SetPriv", "r r rG"},
	OpDefPriv:      {"DefPriv", "r r rG"},
	OpDefPrivFn:    {"DefPrivFn", "r r r"},
	OpDefPrivAcc:   {"DefPrivAcc", "r r r"},
	OpHasPriv:      {"HasPriv", "r r r"},
	OpTypeOf:       {"TypeOf", "r r"},
	OpTypeOfIs:     {"TypeOfIs", "r r u"},
	OpAdd:          {"Add", "r r r"},
	OpSub:          {"Sub", "r r r"},
	OpMul:          {"Mul", "r r r"},
	OpDiv:          {"Div", "r r r"},
	OpMod:          {"Mod", "r r r"},
	OpExp:          {"Exp", "r r r"},
	OpAnd:          {"And", "r r r"},
	OpOr:           {"Or", "r r r"},
	OpXor:          {"Xor", "r r r"},
	OpShl:          {"Shl", "r r r"},
	OpShr:          {"Shr", "r r r"},
	OpUshr:         {"Ushr", "r r r"},
	OpAddI:         {"AddI", "r r b"},
	OpSubI:         {"SubI", "r r b"},
	OpMulI:         {"MulI", "r r b"},
	OpAndI:         {"AndI", "r r u"},
	OpOrI:          {"OrI", "r r u"},
	OpXorI:         {"XorI", "r r u"},
	OpShlI:         {"ShlI", "r r u"},
	OpShrI:         {"ShrI", "r r u"},
	OpUshrI:        {"UshrI", "r r u"},
	OpAddK:         {"AddK", "r r k"},
	OpSubK:         {"SubK", "r r k"},
	OpMulK:         {"MulK", "r r k"},
	OpDivK:         {"DivK", "r r k"},
	OpModK:         {"ModK", "r r k"},
	OpInc:          {"Inc", "r r"},
	OpDec:          {"Dec", "r r"},
	OpToNumeric:    {"ToNumeric", "r r"},
	OpToNumber:     {"ToNumber", "r r"},
	OpNeg:          {"Neg", "r r"},
	OpBitNot:       {"BitNot", "r r"},
	OpNot:          {"Not", "r r"},
	OpToString:     {"ToString", "r r"},
	OpConcat:       {"Concat", "r r u"},
	OpLt:           {"Lt", "r r r"},
	OpLe:           {"Le", "r r r"},
	OpGt:           {"Gt", "r r r"},
	OpGe:           {"Ge", "r r r"},
	OpEq:           {"Eq", "r r r"},
	OpNe:           {"Ne", "r r r"},
	OpSeq:          {"Seq", "r r r"},
	OpSne:          {"Sne", "r r r"},
	OpJump:         {"Jump", "j"},
	OpJTrue:        {"JTrue", "r j"},
	OpJFalse:       {"JFalse", "r j"},
	OpJNullish:     {"JNullish", "r j"},
	OpJNNullish:    {"JNNullish", "r j"},
	OpJNull:        {"JNull", "r j"},
	OpJNNull:       {"JNNull", "r j"},
	OpJUndef:       {"JUndef", "r j"},
	OpJNUndef:      {"JNUndef", "r j"},
	OpJLt:          {"JLt", "r rJ"},
	OpJNLt:         {"JNLt", "r rJ"},
	OpJLe:          {"JLe", "r rJ"},
	OpJNLe:         {"JNLe", "r rJ"},
	OpJGt:          {"JGt", "r rJ"},
	OpJNGt:         {"JNGt", "r rJ"},
	OpJGe:          {"JGe", "r rJ"},
	OpJNGe:         {"JNGe", "r rJ"},
	OpJEq:          {"JEq", "r rJ"},
	OpJNe:          {"JNe", "r rJ"},
	OpJSeq:         {"JSeq", "r rJ"},
	OpJSne:         {"JSne", "r rJ"},
	OpJLtI:         {"JLtI", "r iJ"},
	OpJNLtI:        {"JNLtI", "r iJ"},
	OpJLeI:         {"JLeI", "r iJ"},
	OpJNLeI:        {"JNLeI", "r iJ"},
	OpJGtI:         {"JGtI", "r iJ"},
	OpJNGtI:        {"JNGtI", "r iJ"},
	OpJGeI:         {"JGeI", "r iJ"},
	OpJNGeI:        {"JNGeI", "r iJ"},
	OpJSeqI:        {"JSeqI", "r iJ"},
	OpJSneI:        {"JSneI", "r iJ"},
	OpJEqI:         {"JEqI", "r iJ"},
	OpJNeI:         {"JNeI", "r iJ"},
	OpIncJLt:       {"IncJLt", "r rJ"},
	OpIncJLtI:      {"IncJLtI", "r iJ"},
	OpSwitchInt:    {"SwitchInt", "r u"},
	OpNewObject:    {"NewObject", "r"},
	OpObjectLit:    {"ObjectLit", "r rX"},
	OpNewArray:     {"NewArray", "r r u"},
	OpArrayLit:     {"ArrayLit", "r u"},
	OpArrayAppend:  {"ArrayAppend", "r r u"},
	OpArrayHole:    {"ArrayHole", "r u"},
	OpArraySpread:  {"ArraySpread", "r r"},
	OpRegExp:       {"RegExp", "r k"},
	OpTemplate:     {"Template", "r u"},
	OpDefField:     {"DefField", "r r g"},
	OpDefFieldW:    {"DefFieldW", "r rG"},
	OpDefElem:      {"DefElem", "r r r"},
	OpDefMethod:    {"DefMethod", "r r rX"},
	OpSetProto:     {"SetProto", "r r"},
	OpCopyProps:    {"CopyProps", "r r"},
	OpCopyRest:     {"CopyRest", "r r rX"},
	OpSetName:      {"SetName", "r r u"},
	OpSetHome:      {"SetHome", "r r"},
	OpClosure:      {"Closure", "r s X"},
	OpClass:        {"Class", "r r rX"},
	OpClassInit:    {"ClassInit", "r r"},
	OpCall:         {"Call", "r u r"},
	OpCallSpread:   {"CallSpread", "r _ r"},
	OpCallEval:     {"CallEval", "r u rX"},
	OpNew:          {"New", "r u r"},
	OpNewSpread:    {"NewSpread", "r _ r"},
	OpSuperCtor:    {"SuperCtor", "r r"},
	OpSuperCall:    {"SuperCall", "r u r"},
	OpSuperSpr:     {"SuperSpr", "r _ r"},
	OpNotInit:      {"NotInit", "r"},
	OpCheckThis:    {"CheckThis", "r"},
	OpInitFields:   {"InitFields", "r r"},
	OpReturn:       {"Return", "r"},
	OpReturnU:      {"ReturnU", ""},
	OpReturnDrv:    {"ReturnDrv", "r r"},
	OpThrow:        {"Throw", "r"},
	OpThrowError:   {"ThrowError", "r n"},
	OpGetIter:      {"GetIter", "r r"},
	OpGetAIter:     {"GetAIter", "r r"},
	OpIterNext:     {"IterNext", "r rJ"},
	OpIterStep:     {"IterStep", "r r"},
	OpIterRest:     {"IterRest", "r r"},
	OpIterClose:    {"IterClose", "r"},
	OpIterCloseT:   {"IterCloseT", "r"},
	OpIterCall:     {"IterCall", "r r u"},
	OpIterRet:      {"IterRet", "r rJ"},
	OpIterDone:     {"IterDone", "r r"},
	OpCheckObject:  {"CheckObject", "r"},
	OpForIn:        {"ForIn", "r r"},
	OpForInNext:    {"ForInNext", "r rJ"},
	OpCheckDestr:   {"CheckDestr", "r n"},
	OpGenerator:    {"Generator", ""},
	OpYield:        {"Yield", "rJ"},
	OpYieldRaw:     {"YieldRaw", "r r"},
	OpAwait:        {"Await", "r r"},
	OpImportCall:   {"ImportCall", "r r u"},
	OpImportMeta:   {"ImportMeta", "r u"},
	OpMapArgs:      {"MapArgs", "r r"},
	OpDebugger:     {"Debugger", ""},
	OpWide:         {"Wide", "w"},
}

// String returns the mnemonic.
func (o Op) String() string {
	if int(o) < len(ops) {
		return ops[o].name
	}
	return "Op(" + strconv.Itoa(int(o)) + ")"
}

// HasX reports whether a word X follows the instruction.
func (o Op) HasX() bool {
	f := ops[o].form
	return f != "" && strings.IndexByte("XJNGH", f[len(f)-1]) >= 0
}

// Size returns the number of words of the instruction: 1 or 2.
func (o Op) Size() int { return int(sizes[o]) }

var sizes = func() (s [OpCount]uint8) {
	for o := range s {
		s[o] = 1
		if Op(o).HasX() {
			s[o] = 2
		}
	}
	return
}()

// Disassemble returns the code of f, one instruction a line, with targets of jumps as absolute word indices, then its handlers.
func (f *Func) Disassemble() string {
	var sb strings.Builder
	fmt.Fprintf(&sb, "func %s params %d regs %d\n", strconv.Quote(f.Name), f.NParams, f.NRegs)
	for pc := 0; pc < len(f.Code); {
		pc += f.line(&sb, pc)
	}
	for _, h := range f.Handlers {
		fmt.Fprintf(&sb, "  handler %d..%d -> %d r%d\n", h.Start, h.End, h.Target, h.Reg)
	}
	return sb.String()
}

func (f *Func) line(sb *strings.Builder, pc int) int {
	w := f.Code[pc]
	op := Op(w)
	if op >= OpCount {
		fmt.Fprintf(sb, "%5d  ??? %08x\n", pc, w)
		return 1
	}
	o := ops[op]
	fmt.Fprintf(sb, "%5d  %s", pc, o.name)
	next := pc + op.Size()
	abc := [3]int{int(w >> 8 & 0xff), int(w >> 16 & 0xff), int(w >> 24)}
	form, x := o.form, byte(0)
	if op.HasX() {
		x, form = form[len(form)-1], form[:len(form)-1]
	}
	fields := strings.Fields(form)
	var notes []string
	for i, k := range fields {
		v := abc[i]
		if i == 1 && len(fields) == 2 && strings.Contains("ukngij", k) && (op.wideB()) {
			v = int(w >> 16)
			if k == "i" || k == "j" {
				v = int(int16(w >> 16))
			}
		}
		sb.WriteByte(' ')
		switch k {
		case "r", "s":
			switch {
			case v != NoReg:
				fmt.Fprintf(sb, "r%d", v)
			case k == "s":
				sb.WriteString("env")
			default:
				sb.WriteByte('-')
			}
		case "b":
			fmt.Fprintf(sb, "%d", int8(v))
		case "k":
			fmt.Fprintf(sb, "k%d", v)
			if v < len(f.Consts) {
				notes = append(notes, f.ConstText(&f.Consts[v]))
			}
		case "n":
			fmt.Fprintf(sb, "n%d", v)
			notes = append(notes, f.str(v))
		case "g":
			fmt.Fprintf(sb, "s%d", v)
			if v < len(f.Sites) {
				notes = append(notes, f.str(int(f.Sites[v])))
			}
		case "j":
			if i == 0 {
				v = int(int32(w) >> 8)
			}
			fmt.Fprintf(sb, "->%d", next+v)
		case "w":
			fmt.Fprintf(sb, "%d", int32(w)>>8)
		case "_":
			sb.WriteByte('-')
		default:
			fmt.Fprintf(sb, "%d", v)
		}
	}
	if x != 0 && pc+1 < len(f.Code) {
		v := f.Code[pc+1]
		switch x {
		case 'X':
			fmt.Fprintf(sb, " %d", v)
			switch op {
			case OpClosure, OpClass:
				if i := int(v & 0xffffff); i < len(f.Closures) {
					notes = append(notes, strconv.Quote(f.str(int(f.Closures[i].Name))))
				}
			case OpObjectLit:
				for _, n := range f.Shapes[v] {
					notes = append(notes, f.str(int(n)))
				}
			}
		case 'J':
			fmt.Fprintf(sb, " ->%d", next+int(int32(v)))
		case 'N':
			fmt.Fprintf(sb, " n%d", v)
			notes = append(notes, f.str(int(v)))
		case 'G':
			fmt.Fprintf(sb, " s%d", v)
			if int(v) < len(f.Sites) {
				notes = append(notes, f.str(int(f.Sites[v])))
			}
		case 'H':
			fmt.Fprintf(sb, " %d %d", v>>16, v&0xffff)
		}
	}
	if n := f.NameAt(pc); n != "" {
		notes = append(notes, n)
	}
	if len(notes) > 0 {
		sb.WriteString("  ; ")
		sb.WriteString(strings.Join(notes, " "))
	}
	sb.WriteByte('\n')
	return op.Size()
}

// wideB reports whether the second operand of a two-operand form is bx.
func (o Op) wideB() bool { return o != OpImportMeta }

func (f *Func) str(i int) string {
	if i < len(f.Strings) {
		return f.Strings[i]
	}
	return "?"
}

// ConstText returns the constant as source would write it.
func (f *Func) ConstText(c *Const) string {
	switch c.Kind {
	case ConstNumber:
		return strconv.FormatFloat(c.Num, 'g', -1, 64)
	case ConstString:
		return strconv.Quote(f.str(int(c.Str)))
	case ConstBigInt:
		return f.str(int(c.Str)) + "n"
	case ConstRegExp:
		return "/" + f.str(int(c.Str)) + "/" + c.FlagText()
	case ConstUndefined:
		return "undefined"
	case ConstNull:
		return "null"
	case ConstTrue:
		return "true"
	case ConstFalse:
		return "false"
	}
	return "hole"
}
