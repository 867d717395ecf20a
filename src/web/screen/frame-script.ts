/**
 * What a page runs inside Shopify's admin, where no cookies are sent: links and forms become requests with a fresh token, and
 * their pages replace the content. Files are fetched as well, so that no token stands in an address. A token is asked for
 * before each request, because the one that App Bridge itself adds may have expired. The style of a page stays, as another
 * one would carry a nonce that is not this document's.
 *
 * The parameters of the first address are kept, because App Bridge may need them when the frame is loaded again; the token is
 * removed from it, as it would appear in the history.
 */
export const frameScript = `
(()=>{const first=new URL(location.href);
const kept=['shop','host','embedded'].filter((name)=>first.searchParams.has(name)).map((name)=>[name,first.searchParams.get(name)]);
for(const name of ['id_token','id_token_retry'])first.searchParams.delete(name);
history.replaceState(null,'',first);
const plain=(address)=>String(address).split('#')[0];
let shown=plain(location.href),turn=0,isPosting=false,leaving=new AbortController();
const pause=(milliseconds)=>new Promise((resolve)=>{setTimeout(resolve,milliseconds)});
const late=async()=>{await pause(15000);throw new Error('no token')};
const once=async(url,init)=>{const token=await Promise.race([shopify.idToken(),late()]);
return fetch(url,{...init,cache:'no-store',headers:{authorization:'Bearer '+token}})};
const ask=async(url,init)=>{const response=await once(url,init);return response.status===401?once(url,init):response};
const isOwn=(url)=>{const root=new URL(document.querySelector('header a').href).pathname;
return url.origin===location.origin&&(url.pathname===root||url.pathname.startsWith(root+'/'))};
const addressOf=(page)=>{const url=new URL(page);for(const [name,value] of kept)url.searchParams.set(name,value);return url};
const warnInstead=(text)=>{const note=document.createElement('p');note.className='note bad';note.setAttribute('role','alert');
note.textContent=text.trim()||'Shopify did not confirm who you are. Reload the app.';document.getElementById('main').replaceChildren(note)};
const show=(html,address)=>{const body=html.lastIndexOf('<body');if(body<0)return warnInstead(html);
const title=html.slice(html.indexOf('<title'),html.indexOf('</title'));
const page=new DOMParser().parseFromString(title+'</title>'+html.slice(body),'text/html');
if(!page.getElementById('main'))return warnInstead(page.body.textContent);
for(const name of ['href','action','formaction','data-events'])for(const element of page.querySelectorAll('['+name+']')){
const value=element.getAttribute(name);if(!value.startsWith('#'))element.setAttribute(name,new URL(value,address).href)}
document.title=page.title;document.body.replaceChildren(...page.body.childNodes)};
const save=async(response,disposition)=>{const link=document.createElement('a');
link.href=URL.createObjectURL(await response.blob());link.download=(/filename="([^"]*)"/.exec(disposition)||[])[1]||'';
link.click();setTimeout(()=>URL.revokeObjectURL(link.href),60000)};
const go=async(url,init={},isNew=true)=>{const mine=++turn;document.body.setAttribute('aria-busy','true');
try{const response=await ask(url,init);const disposition=response.headers.get('content-disposition')||'';
if(disposition.startsWith('attachment'))return await save(response,disposition);
const html=await response.text();if(mine!==turn)return;
const address=response.url||String(url);
if(isNew&&(!init.method||response.redirected))history.pushState(null,'',addressOf(address));
shown=plain(location.href);show(html,address);
if(isNew)scrollTo(0,0);document.getElementById('main').focus({preventScroll:true});follow()}
catch{if(mine===turn)warnInstead('The page could not be loaded. Check your connection, then reload the app.')}
finally{if(mine===turn)document.body.removeAttribute('aria-busy')}};
const follow=async()=>{leaving.abort();const {signal}=leaving=new AbortController();
const live=document.getElementById('live');if(!live)return;
const warn=(text)=>{const lost=document.getElementById('lost');lost.textContent=text;lost.classList.toggle('shown',text!=='')};
const end=()=>{leaving.abort();live.textContent='';warn('You no longer have access to this run. Reload the app.')};
const received={state:(data)=>{live.innerHTML=data;warn('')},
announcement:(data)=>{document.getElementById('announcement').textContent=data},
over:()=>{leaving.abort();if(!isPosting)go(new URL(location.href),{},false)},gone:end};
while(!signal.aborted){try{const response=await ask(live.dataset.events,{signal});
if([401,403,404].includes(response.status))return end();
const reader=response.body.pipeThrough(new TextDecoderStream()).getReader();
for(let text='';!signal.aborted;){const {done,value}=await reader.read();if(done)break;
const events=(text+value).split('\\n\\n');text=events.pop();
for(const event of events){const lines=event.split('\\n');
const of=(name)=>lines.filter((line)=>line.startsWith(name+': ')).map((line)=>line.slice(name.length+2)).join('\\n');
if(!signal.aborted)received[of('event')]?.(of('data'))}}}
catch{if(!signal.aborted)warn('The connection was lost. Reconnecting; the run continues without this page.')}
await pause(1000)}};
document.addEventListener('click',(event)=>{const link=event.target.closest('a[href]');
if(!link||event.defaultPrevented||event.button!==0||event.metaKey||event.ctrlKey||event.shiftKey||event.altKey)return;
const url=new URL(link.href);
if(url.origin!==location.origin){link.target='_blank';return}
if(link.getAttribute('href').startsWith('#')||!isOwn(url))return;
event.preventDefault();go(url)});
document.addEventListener('submit',(event)=>{event.preventDefault();const form=event.target,button=event.submitter;
const data=new FormData(form);if(button?.name)data.append(button.name,button.value);const body=new URLSearchParams(data);
const url=new URL(button?.getAttribute('formaction')||form.getAttribute('action')||location.href,location.href);
if(form.getAttribute('method')!=='post'){url.search=body;return go(url)}
if(isPosting)return;isPosting=true;go(url,{method:'POST',body}).finally(()=>{isPosting=false})});
addEventListener('popstate',()=>{const url=new URL(location.href);if(plain(url)===shown)return;
if(isOwn(url))go(url,{},false);else location.reload()});
document.addEventListener('DOMContentLoaded',()=>follow())})();
`.replaceAll('\n', '');
