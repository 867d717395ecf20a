/**
 * Follows a run: every event is the whole state as HTML of our own. Without it the page says how to see more. A server
 * that went away is asked again; one that says no is believed.
 */
export const script = `
(()=>{const live=document.getElementById('live'),lost=document.getElementById('lost'),said=document.getElementById('said');
if(!live)return;
const tell=(text)=>{lost.textContent=text;lost.classList.toggle('shown',text!=='')};
const gone='You may no longer see this run. Sign in again, then reload this page.';
const connect=()=>{const source=new EventSource(live.dataset.events);
source.addEventListener('state',(event)=>{live.innerHTML=event.data;tell('')});
source.addEventListener('said',(event)=>{said.textContent=event.data});
source.addEventListener('over',()=>{source.close();location.reload()});
source.addEventListener('gone',()=>{source.close();live.textContent='';tell(gone)});
source.onerror=()=>{tell('The connection was lost. Trying again; the run goes on without this page.');
if(source.readyState!==2)return;
fetch(location.href,{method:'HEAD'}).then((answer)=>{if(answer.status===403||answer.status===404){live.textContent='';tell(gone)}else setTimeout(connect,2000)},()=>setTimeout(connect,2000))}};
connect()})();
`.replaceAll('\n', '');
