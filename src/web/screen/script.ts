/**
 * Follows a run or count: every event is the whole state as HTML. It reconnects to a server that went away, and stops when
 * the server denies access.
 */
export const script = `
(()=>{const live=document.getElementById('live'),lost=document.getElementById('lost'),announcement=document.getElementById('announcement');
if(!live)return;
const warn=(text)=>{lost.textContent=text;lost.classList.toggle('shown',text!=='')};
const gone='You no longer have access to this run. Sign in again, then reload this page.';
const connect=()=>{const source=new EventSource(live.dataset.events);
source.addEventListener('state',(event)=>{live.innerHTML=event.data;warn('')});
source.addEventListener('announcement',(event)=>{announcement.textContent=event.data});
source.addEventListener('over',()=>{source.close();location.reload()});
source.addEventListener('gone',()=>{source.close();live.textContent='';warn(gone)});
source.onerror=()=>{warn('The connection was lost. Reconnecting; the run continues without this page.');
if(source.readyState!==2)return;
fetch(location.href,{method:'HEAD'}).then((answer)=>{if(answer.status===403||answer.status===404){live.textContent='';warn(gone)}else setTimeout(connect,2000)},()=>setTimeout(connect,2000))}};
connect()})();
`.replaceAll('\n', '');
