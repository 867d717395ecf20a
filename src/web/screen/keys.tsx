/** Keyboard shortcuts of the screen: their list for people, and the script that acts on them. */
import type { FC } from 'hono/jsx';

/** Shown by `?`. Without scripts it stays closed. */
export const KeyHelp: FC = () => (
  <dialog id="keys" aria-labelledby="keys-title">
    <h2 id="keys-title">Keys</h2>
    <KeyTable />
    <p class="below">
      <button type="button">Close</button>
    </p>
  </dialog>
);

/** The keys on the help page, with a switch: speech input may press keys by mistake. */
export const KeySection: FC = () => (
  <section class="card" aria-labelledby="key-list">
    <h2 id="key-list">Keys</h2>
    <KeyTable />
    <p class="below">
      <button id="key-switch" type="button" hidden>
        Turn keys off
      </button>
    </p>
  </section>
);

/**
 * A document runs it once; in a frame it outlives the content. It ignores keys that are typed into a field or pressed together
 * with Ctrl, Alt or Meta.
 */
export const keyScript = `
(()=>{let before='',off=false;
const store=(value)=>{try{if(value===undefined)return localStorage.getItem('tax-nexus-keys');localStorage.setItem('tax-nexus-keys',value)}catch{}};
off=store()==='off';
const all=(selector)=>[...document.querySelectorAll(selector)].filter((one)=>one.checkVisibility?.()??one.offsetParent!==null);
const rows=()=>all('main .list>li,main .columns>li,main .reasons>li,main tbody tr').flatMap((row)=>[row.querySelector('a[href],button,summary')??[]].flat());
const step=(by)=>{const found=rows();if(found.length===0)return;
const at=found.findIndex((one)=>one.closest('li,tr')?.contains(document.activeElement));
found[at<0?(by>0?0:found.length-1):Math.min(found.length-1,Math.max(0,at+by))].focus()};
const search=()=>{document.querySelector('header input[type=search]')?.focus()};
const actions={'/':search,j:()=>step(1),k:()=>step(-1),x:()=>document.activeElement.closest('li,tr,.group')?.querySelector('input[name=pick]')?.click(),'?':()=>document.getElementById('keys')?.showModal?.()};
document.addEventListener('keydown',(event)=>{const {key,target}=event;
if(off||event.ctrlKey||event.metaKey||event.altKey||event.isComposing||event.defaultPrevented)return;
if(target.closest?.('input,textarea,select,[contenteditable]')||document.querySelector('dialog[open]'))return;
const link=before==='g'?document.querySelector('header [data-key="'+CSS.escape(key)+'"]'):null;
before=key==='g'?'g':key==='Shift'?before:'';
const action=link?()=>link.click():actions[key];
if(!action)return;event.preventDefault();action()});
const label=()=>{for(const one of document.querySelectorAll('[data-select][hidden]'))one.hidden=false;const button=document.getElementById('key-switch');if(!button)return;
const text=off?'Turn keys on':'Turn keys off';button.hidden=false;if(button.textContent!==text)button.textContent=text};
document.addEventListener('click',({target})=>{const all=target.closest('[data-select]');if(all)for(const one of document.querySelectorAll(all.dataset.select))one.checked=true;if(target.closest('#keys button'))return document.getElementById('keys').close();
if(!target.closest('#key-switch'))return;off=!off;store(off?'off':'on');label()});
const visited=(()=>{try{return localStorage.getItem('tax-nexus-visit')}catch{return null}})();
const mark=()=>{const list=document.querySelector('[data-happened]:not([data-marked])');if(!list)return;list.dataset.marked='';
try{localStorage.setItem('tax-nexus-visit',new Date().toISOString())}catch{}
if(visited)for(const one of list.children)if(one.dataset.at>visited){const badge=document.createElement('span');badge.className='badge live';badge.textContent='new';one.firstElementChild.after(badge)}};
document.addEventListener('DOMContentLoaded',label);document.addEventListener('DOMContentLoaded',mark);
new MutationObserver(()=>{label();mark()}).observe(document.documentElement,{childList:true,subtree:true})})();
`.replaceAll('\n', '');

/** Shortcuts that begin with `g` click the navigation's link with the same `data-key`. */
const keys: readonly (readonly [key: string, meaning: string])[] = [
  ['/', 'Search all sales'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
  ['x', 'Select the row'],
  ['g h', 'Home'],
  ['g s', 'Sales'],
  ['g n', 'Needs you'],
  ['g x', 'Nexus'],
  ['g m', 'Months'],
  ['g a', 'Activity'],
  ['g ?', 'Help'],
  ['?', 'These keys'],
];

const KeyTable: FC = () => (
  <dl class="facts">
    {keys.map(([key, meaning]) => (
      <>
        <dt>
          <kbd>{key}</kbd>
        </dt>
        <dd>{meaning}</dd>
      </>
    ))}
  </dl>
);
