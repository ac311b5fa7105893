package bind

import "testing"

// What is expected here was asked of Chromium 156.

const plainPage = `<!DOCTYPE html><body></body>`

func TestSelectedness(t *testing.T) {
	expectLines(t, plainPage, `
function S(html){const s=document.createElement('select');s.innerHTML=html;document.body.append(s);return s}
const st=s=>[...s.options].map(o=>(o.selected?'*':'')+o.text).join(',')+' '+s.selectedIndex;
const opt=(t,sel)=>{const o=document.createElement('option');o.textContent=t;if(sel)o.setAttribute('selected','');return o};
let s=S('<option>A<option selected>B');s.prepend(opt('N',1));console.log(st(s));
s=S('<option>A<option selected>B');let g=document.createElement('optgroup');g.append(opt('N',1),opt('M',1));s.prepend(g);console.log(st(s));
s=S('<option selected>A<option>B<option selected>C');console.log(st(s));s.options[2].remove();console.log(st(s));
s=S('<option>A<option>B<option>C');s.selectedIndex=-1;console.log(st(s));s.append(opt('D'));console.log(st(s));
s=S('<option>A<option>B<option>C');s.value='x';s.options[1].textContent='Q';console.log(st(s));
s=document.createElement('select');s.multiple=true;s.innerHTML='<option selected>A<option selected>B';console.log(st(s));s.multiple=false;console.log(st(s));
s=S('<option>A<option>B<option>C');s.options[2].selected=true;s.options[1].setAttribute('selected','');console.log(st(s));
s.options[1].selected=false;console.log(st(s));
s=S('<option>A<option>B');s.options[3]=opt('Z');s.options[1]=null;console.log(st(s), s.length);
let o=new Option('a','b',false,true);console.log(o.selected);o.setAttribute('selected','');o.removeAttribute('selected');console.log(o.selected);`,
		"*N,A,B 0", "N,*M,A,B 1", "A,B,*C 2", "*A,B 0", "A,B,C -1", "*A,B,C,D 0", "A,Q,C -1", "*A,*B 0", "*A,B 0", "A,*B,C 1", "*A,B,C 0", "*A,,Z 0 3", "true", "false")
}

func TestInputValues(t *testing.T) {
	expectLines(t, plainPage, `
function v(html,v){document.body.innerHTML=html;const e=document.body.firstElementChild;if(v!==undefined)e.value=v;console.log(e.value+'|'+e.validationMessage)}
v('<input type=range step=3 min=10 max=20>','5');v('<input type=range value=3 step=5 max=20>','0');v('<input type=color>','color(srgb 1 0 0)');
v('<input type=number step=0.1>','1.25');v('<input type=number min=10 max=1 value=5>');v('<input type=time min=12:00 max=10:00 value=11:00>');
v('<input type=date step=7>','2020-01-01');v('<input type=email value="a@b..c">');v('<input type=month min=2020-01 value=2019-01>');
function s(html,v,n){document.body.innerHTML=html;const e=document.body.firstElementChild;e.value=v;try{e.stepUp(n)}catch(x){console.log(x.name,x.message)}console.log(e.value)}
s('<input type=number step=0.1>','0.1',2);s('<input type=number step=3>','4',-2);s('<input type=number min=3>','',-1);s('<input type=number max=3>','5',1);s('<input type=text>','50',3);
let d=document.createElement('input');d.type='month';d.valueAsDate=new Date(1e12);console.log(d.value);
try{d.valueAsDate=5}catch(x){console.log(x.message)}`,
		"10|", "3|", "#ff0000|", "1.25|Please enter a valid value. The two nearest valid values are 1.2 and 1.3.", "5|Minimum value (10) must be less than the maximum value (1).",
		"11:00|Value must be between 12:00 PM and 10:00 AM.", "2020-01-01|Please enter a valid value. The two nearest valid values are 12/26/2019 and 01/02/2020.",
		"a@b..c|'.' is used at a wrong position in 'b..c'.", "2019-01|Value must be January 2020 or later.", "0.3", "0", "3", "5",
		"InvalidStateError Failed to execute 'stepUp' on 'HTMLInputElement': This form element is not steppable.", "50", "2001-09",
		"Failed to set the 'valueAsDate' property on 'HTMLInputElement': Failed to convert value to 'object'.")
}

func TestFormData(t *testing.T) {
	expectLines(t, plainPage, `
const f=document.createElement('form');document.body.append(f);
f.innerHTML='<input name=a value=1 dirname=d><input type=file name=f><select name=s><option>x<option selected>y</select><input type=hidden name=_charset_><output name=o>z</output>';
f.addEventListener('formdata',e=>{e.formData.append('more','1');try{new FormData(f)}catch(x){console.log(x.name,x.message)}});
console.log([...new FormData(f)].map(([k,v])=>k+'='+(v instanceof File?'file:'+v.name+v.size:v)).join('&'));
const o=f.elements.o;o.value='q';console.log(o.defaultValue);f.reset();console.log(o.value);
const i=f.elements.a;i.pattern='[[a-z]--[b]]+';i.value='abc';console.log(i.validity.patternMismatch,i.matches(':invalid'));i.pattern='(';console.log(i.validity.patternMismatch);
RegExp.prototype.exec=()=>{throw 1};i.pattern='x';console.log(i.validity.patternMismatch);`,
		"InvalidStateError Failed to construct 'FormData': The form is constructing entry list.", "a=1&d=ltr&f=file:0&s=y&_charset_=UTF-8&more=1", "z", "z", "true true", "false", "true")
}

func TestMediaWithoutDecoder(t *testing.T) {
	expectLines(t, plainPage, `
const v=document.createElement('video');
console.log(v.networkState,v.readyState,v.paused,v.duration,v.preload,v.canPlayType('video/mp4'),v.error);
try{v.buffered.start(0)}catch(e){console.log(e.message)}
v.onerror=()=>console.log('error',v.error.code,v.networkState);
v.src='data:video/x-nothing,abc';v.play().catch(e=>console.log(e.name,e.message));console.log(v.networkState,v.paused);`,
		"0 0 true NaN metadata  null", "Failed to execute 'start' on 'TimeRanges': The index provided (0) is greater than or equal to the maximum bound (0).", "3 false",
		"error 4 3", "NotSupportedError Failed to load because no supported source was found.")
}
