/** The only stylesheet: dark and light, tabular numbers, from 320 pixels of width. */
export const style = `
:root{color-scheme:light dark;--bg:#f8f8f6;--card:#fff;--ink:#1d1c1a;--soft:#5f5c56;--line:#e2dfd8;--accent:#0b6b5d;--on:#fff;--wash:#e6f1ee;
--bad:#a5281b;--badwash:#fbeae7;--warn:#7a4f00;--warnwash:#fbf1dc;--good:#12663c;--goodwash:#e4f3ea;
--q0:#efede8;--q1:#cfe5df;--q2:#a5d0c6;--q3:#73b5a7;--q4:#3f9786;--q5:#0b6b5d;--deep:#fff;--r:10px}
@media screen and (prefers-color-scheme:dark){:root{--bg:#141618;--card:#1c1f22;--ink:#ecebe7;--soft:#a7a69f;--line:#32363a;--accent:#6cc5b3;--on:#0d211d;--wash:#1d302d;
--bad:#ff9d8f;--badwash:#3a211e;--warn:#f0c674;--warnwash:#332a18;--good:#7fd1a2;--goodwash:#1a3125;
--q0:#25292c;--q1:#1f3d38;--q2:#23574e;--q3:#2c7467;--q4:#429785;--q5:#79d0be;--deep:#0d211d}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:break-word}
main{max-width:76rem;margin:0 auto;padding:0 1.25rem}
header{background:var(--card);border-bottom:1px solid var(--line)}header>*{max-width:76rem;margin:0 auto;padding:0 1.25rem;display:flex;gap:.25rem 1rem;align-items:center}
header .top{padding-top:.6rem;padding-bottom:.35rem}.business{font-weight:650;font-size:1.0625rem;letter-spacing:-.01em;display:flex;gap:.5rem;align-items:center;min-width:0;margin-right:auto}.business span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.business a{font-weight:500;font-size:.875rem;white-space:nowrap}
header .who{color:var(--soft);font-size:.875rem;max-width:14rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
header nav{gap:.125rem;overflow-x:auto;scrollbar-width:none}header nav a{display:inline-flex;gap:.45rem;align-items:center;color:var(--soft);font-size:.925rem;font-weight:500;padding:.5rem .65rem .6rem;border-bottom:2px solid transparent;white-space:nowrap}header nav a:first-child{margin-left:-.65rem}header nav a:hover{color:var(--ink);text-decoration:none}header nav a[aria-current]{color:var(--ink);border-color:var(--accent);font-weight:600}header nav a:focus-visible{outline-offset:-3px}
.icon{width:1.125rem;height:1.125rem;flex:none;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round;vertical-align:-.2em}
main{padding-bottom:4rem}[aria-busy=true]{cursor:progress}
h1{font-size:1.6rem;line-height:1.25;letter-spacing:-.015em;margin:1.5rem 0 .35rem;font-weight:650}
h2{font-size:1.1rem;margin:0 0 .75rem;font-weight:650}
.apart{margin-top:1.25rem}.apart:first-child{margin-top:0}.apart h2,.apart h3{font-size:1rem;font-weight:650;margin:0 0 .25rem}
p{margin:0 0 .75rem}p:last-child{margin-bottom:0}
a{color:var(--accent);text-decoration:none;text-underline-offset:.2em}a:hover{text-decoration:underline}p a,dd a,figcaption a,caption a,label a{text-decoration:underline;text-decoration-thickness:1px}
.soft{color:var(--soft)}.small{font-size:.875rem}.nowrap{white-space:nowrap}.num{text-align:right;white-space:nowrap}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--card);padding:.5rem 1rem;z-index:2}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
.card{background:var(--card);border:1px solid var(--line);border-radius:var(--r);padding:1.25rem;margin:1.25rem 0}
.row{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center}.row form{margin:0}.row.ends{align-items:flex-end}.row.tops{align-items:flex-start}.row.tops summary{padding:.6rem 0}.spread{justify-content:space-between}
.grid{display:grid;gap:1.25rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr))}.grid>.card{margin:0}.grid.top{align-items:start}.three{grid-template-columns:repeat(auto-fit,minmax(min(100%,18rem),1fr))}
.badge{display:inline-block;border-radius:99px;padding:.05rem .6rem;font-size:.8125rem;font-weight:550;background:var(--q0);color:var(--ink);white-space:nowrap}
.badge.good{background:var(--goodwash);color:var(--good)}.badge.bad{background:var(--badwash);color:var(--bad)}.badge.warn{background:var(--warnwash);color:var(--warn)}.badge.live{background:var(--wash);color:var(--accent)}
.note{border-radius:var(--r);padding:.8rem 1rem;margin:1.25rem 0;background:var(--wash)}.note.bad{background:var(--badwash)}.note.warn{background:var(--warnwash)}.note.good{background:var(--goodwash)}
button,.button{font:inherit;font-weight:550;border:1px solid var(--line);background:var(--card);color:var(--ink);border-radius:8px;padding:.5rem 1rem;min-height:2.75rem;cursor:pointer;text-decoration:none;display:inline-flex;align-items:center}
button.main,.button.main{background:var(--accent);border-color:var(--accent);color:var(--on)}
button:hover,.button:hover{border-color:var(--accent)}
label{display:block;font-weight:550;font-size:.925rem}
input,textarea,select{font:inherit;font-weight:400;color:inherit;background:var(--bg);border:1px solid var(--soft);border-radius:8px;padding:.5rem .7rem;min-height:2.75rem;width:100%;margin-top:.25rem}
textarea{min-height:5rem}input[type=checkbox]{width:1.25rem;height:1.25rem;min-height:0;margin:.15rem .6rem 0 0;flex:none;accent-color:var(--accent)}
fieldset{border:0;margin:0 0 1.25rem;padding:0}legend{font-weight:650;padding:0;margin-bottom:.6rem}
.pick{display:flex;align-items:flex-start;padding:.7rem .9rem;border:1px solid var(--line);border-radius:8px;margin-bottom:.5rem;font-weight:400;font-size:1rem}
.fields{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,11rem),1fr));margin-bottom:1.25rem;align-items:end}
.four{display:grid;grid-template-columns:repeat(4,1fr);gap:1px;background:var(--line);border:1px solid var(--line);border-radius:var(--r);overflow:hidden;margin:1.25rem 0 0}
.four>div{background:var(--card);padding:1rem 1.25rem}.four dt{color:var(--soft);font-size:.925rem}
.four dd{margin:0;font-size:2.35rem;line-height:1.15;font-weight:600;letter-spacing:-.02em}
.four .bad dd{color:var(--bad)}.sum{margin:.6rem 0 0}
ul.plain{list-style:none;margin:0;padding:0}.reasons li,.list>li{display:flex;gap:1rem;justify-content:space-between;padding:.45rem 0;border-top:1px solid var(--line)}
.reasons li:first-child,.list>li:first-child{border-top:0}
.list>li{padding:.8rem 0;align-items:flex-start}.card>.list>li:first-child{padding-top:0}.card>.list>li:last-child{padding-bottom:0}.list .what{min-width:0}.list .what>a{font-weight:550}.list p{margin:.15rem 0 0}
ul.below{margin-top:1rem}fieldset.below{margin:1.25rem 0 0}label.below{margin:1rem 0 0}p.below{margin-top:.6rem}button .small{font-weight:400}.list button{white-space:nowrap}.list>li>.num{white-space:normal;max-width:45%}.scroll{overflow-x:auto}
.pending:has(+*){display:none}
table{border-collapse:collapse;width:100%;font-size:.925rem}caption{text-align:left;color:var(--soft);font-size:.875rem;padding-bottom:.4rem}
th,td{text-align:left;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);vertical-align:top;font-weight:400}
thead th{color:var(--soft);font-size:.8125rem;font-weight:500}thead th::first-letter,.badge::first-letter,dt::first-letter,.chips a::first-letter{text-transform:uppercase}th.num,td.num{text-align:right;padding-right:0;padding-left:.75rem}.num+:is(th,td):not(.num){padding-left:1rem}tbody tr:last-child>*{border-bottom:0}tfoot tr:first-child>*{border-top:1px solid var(--line)}tfoot tr:last-child>*{font-weight:600;border-bottom:0}
table.index th,table.index td{padding-top:.55rem;padding-bottom:.55rem}table.index tbody tr:hover>*{background:var(--bg)}table.index td.status{min-width:9rem}.ticked{display:inline-flex;gap:.6rem;align-items:center}.ticked input,.head>input{margin:0}.tick{width:1.25rem}a.sort{color:inherit}
.card.flush{padding:0;overflow:clip}.flush .scroll{padding:0}.flush caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.flush table :is(th,td):first-child{padding-left:1.25rem}.flush table :is(th,td):last-child{padding-right:1.25rem}.flush>p,.flush form~p{padding:0 1.25rem .75rem;margin:.75rem 0 0}.flush thead th{background:var(--bg)}
.group .head{display:flex;flex-wrap:wrap;gap:.75rem 1rem;align-items:flex-start;padding:1rem 1.25rem}.group .head>input{margin-top:.2rem}.group .head .what{flex:1 1 22rem;min-width:0}.group h2{margin:0 0 .15rem;font-size:1rem}.group .head .button{padding:.3rem .7rem;min-height:2.25rem;font-size:.875rem}.group .foot{padding:.5rem 1.25rem .75rem;margin:0;border-top:1px solid var(--line)}.group table{border-top:1px solid var(--line)}
.bulk{position:sticky;bottom:0;display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;padding:.65rem 1.25rem;background:var(--card);border-top:1px solid var(--line);box-shadow:0 -4px 12px #0001}.bulk button{min-height:2.25rem;padding:.3rem .8rem}@supports selector(:has(*)){form:not(:has(input[name=pick]:checked)) .bulk{display:none}}

.numbers dd p{font-weight:400;letter-spacing:0}.line{display:block}figure.year{margin:.5rem 0 0}.year svg{display:block;width:100%;height:auto}.year text{font-size:13px;text-anchor:middle;fill:var(--soft)}.year line{stroke:var(--line)}.year rect.space{fill:transparent}.year rect.of{fill:var(--q4)}.year a:hover rect.of,.year a:focus-visible rect.of{fill:var(--accent)}.year a:hover rect.space{fill:var(--wash)}
.parts{display:flex;flex-wrap:wrap;gap:.5rem 2rem;margin-top:.75rem!important;padding-top:.75rem!important;border-top:1px solid var(--line)}.parts a{color:var(--ink)}.tight>li{padding:.45rem 0!important;align-items:baseline}.standing h2{font-size:1.35rem;letter-spacing:-.01em;margin-bottom:.35rem}.numbers dd{font-variant-numeric:tabular-nums}
.filters{margin:.75rem 0 0}.filters label{flex:0 1 11rem}.filters input,.filters select{min-height:2.5rem;padding:.35rem .6rem;background:var(--card)}.filters button{min-height:2.5rem}
.empty{display:grid;justify-items:center;gap:.75rem;padding:2.5rem 1.25rem;text-align:center;color:var(--soft)}.empty .icon{width:2rem;height:2rem}.empty p{margin:0}
.find{position:relative;margin:0;flex:0 1 20rem;color:var(--soft)}.find .icon{position:absolute;left:.7rem;top:.6rem}.find input{margin:0;min-height:2.35rem;padding:.3rem 2rem .3rem 2.2rem;font-size:.925rem;border-color:var(--line)}.find kbd{position:absolute;right:.6rem;top:.55rem;pointer-events:none;font-size:.75rem}.find:focus-within kbd{display:none}
td.bar{width:40%;min-width:4rem;vertical-align:middle}svg.bar{display:block;width:100%;height:.7rem}svg.bar rect{fill:var(--q4)}
.map svg{display:block;width:100%;max-width:52rem;aspect-ratio:975/610;margin:0 auto}.map path{stroke:var(--card);stroke-width:1.5;stroke-linejoin:round}.map text{font-size:14px;text-anchor:middle;pointer-events:none}.map a:hover path,.map a:focus-visible path{stroke:var(--ink);stroke-width:3}.map a:focus-visible{outline-offset:0}
.map path.marked{stroke:var(--ink);stroke-width:3;stroke-dasharray:5 4}.boxes .marked,.steps .marked{outline:2px dashed var(--ink);outline-offset:-2px}path.q0{fill:var(--q0)}path.q1{fill:var(--q1)}path.q2{fill:var(--q2)}path.q3{fill:var(--q3)}path.q4{fill:var(--q4)}path.q5{fill:var(--q5)}text.q0{fill:var(--soft)}text.q1,text.q2,text.q3{fill:var(--ink)}text.q4,text.q5{fill:var(--deep)}
.boxes,.steps{list-style:none;margin:.75rem 0 0;padding:0;display:flex;flex-wrap:wrap;gap:.35rem;justify-content:center;font-size:.8125rem}.boxes li{border-radius:4px;background:var(--q0);color:var(--soft)}.boxes li>*{display:block;min-width:2.6rem;padding:.25rem .4rem;text-align:center;color:inherit;text-decoration:none;border-radius:4px}.boxes a:hover{box-shadow:0 0 0 2px var(--accent)}
.boxes .q1,.steps .q1{background:var(--q1);color:var(--ink)}.boxes .q2,.steps .q2{background:var(--q2);color:var(--ink)}.boxes .q3,.steps .q3{background:var(--q3);color:var(--ink)}.boxes .q4,.steps .q4{background:var(--q4);color:var(--deep)}.boxes .q5,.steps .q5{background:var(--q5);color:var(--deep)}
@media(prefers-color-scheme:light){.boxes .q4{color:#00110e}text.q4{fill:#00110e}}
.steps{gap:.25rem 1rem;color:var(--soft);margin-bottom:.75rem}.steps i{display:inline-block;width:1.1rem;height:.8rem;border-radius:3px;margin-right:.35rem;vertical-align:-.05rem}
.picture{margin:0 0 1rem}.picture figcaption span{display:block}.picture svg{display:block;width:100%;height:5rem;margin:.3rem 0;border-bottom:1px solid var(--line)}.picture rect{fill:var(--q4)}.picture polyline{fill:none;stroke:var(--accent);stroke-width:2.5;vector-effect:non-scaling-stroke}
.wraps>li{flex-wrap:wrap;gap:.1rem 1rem}.numbers{display:flex;flex-wrap:wrap;gap:.5rem 2.5rem;margin:0 0 .75rem}.numbers dt{color:var(--soft);font-size:.875rem}.numbers dd{margin:0;font-size:1.5rem;font-weight:600;letter-spacing:-.015em}
progress{appearance:none;width:100%;height:.6rem;border:0;border-radius:99px;background:var(--q0);overflow:hidden;display:block;margin:.6rem 0 0;accent-color:var(--accent)}progress::-webkit-progress-bar{background:var(--q0)}progress::-webkit-progress-value{background:var(--accent);border-radius:99px;transition:width .3s}progress::-moz-progress-bar{background:var(--accent)}progress:indeterminate::-webkit-progress-value{background:transparent}
details>summary{cursor:pointer;color:var(--accent);padding:.35rem 0;min-height:2rem}

.aside{display:flex;gap:.25rem 1.25rem;padding:.7rem 0;border-top:1px solid var(--line);align-items:baseline}.aside:first-child{border-top:0;padding-top:0}.aside:last-child{padding-bottom:0}.aside h3{font-size:.925rem;font-weight:650;margin:0;flex:0 0 9.5rem}
.chips{display:flex;flex-wrap:wrap;gap:.5rem}.chips b{font-weight:600;margin-left:.25rem}nav.chips{margin:.75rem 0}.chips a{display:inline-block;border:1px solid var(--line);border-radius:99px;padding:.2rem .8rem;text-decoration:none;font-size:.875rem;color:var(--ink);background:var(--card)}

.chips a:hover{border-color:var(--accent)}.chips a[aria-current]{background:var(--accent);border-color:var(--accent);color:var(--on)}
dl.facts{display:grid;grid-template-columns:max-content 1fr;gap:.35rem 1.25rem;margin:0}dl.facts dt{color:var(--soft)}dl.facts dd{margin:0}dl.facts+p{margin-top:1rem}
table.month{table-layout:fixed}.month th,.month td{padding:2px;border:0;text-align:center}.month td>*{display:block;min-height:3.5rem;border-radius:6px;padding:.25rem .1rem;text-decoration:none;color:var(--ink);background:var(--q0);line-height:1.25}
.month .ahead>*{background:none;color:var(--soft)}.month a:hover{box-shadow:0 0 0 2px var(--accent)}.month span{display:block;color:var(--soft);font-size:.8125rem}.month i{font-style:normal;margin-left:.25rem}.month b{font-weight:600;overflow-wrap:anywhere}
.month .whole>*{background:var(--goodwash)}.month .whole i{color:var(--good)}.month .short>*{background:var(--badwash);box-shadow:inset 0 0 0 2px var(--bad)}.month .short i{color:var(--bad);font-weight:700}.month .held>*{background:var(--goodwash);box-shadow:inset 0 0 0 2px var(--warn)}.month .held i{color:var(--warn);font-weight:700}.month .differs>*{background:var(--warnwash);box-shadow:inset 0 0 0 2px var(--warn)}.month .differs i{color:var(--warn);font-weight:700}.month .unknown>*{border:1px dashed var(--line);background:none}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}.kinds{margin:0;display:grid;gap:0 2.5rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr))}.kinds div{display:flex;justify-content:space-between;gap:1rem;padding:.5rem 0;border-top:1px solid var(--line)}.kinds dt span{display:block}.kinds dd{margin:0;font-weight:600;font-size:1.1rem}.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}.legend div{display:flex;gap:.4rem}.legend dd{margin:0}.legend dt{color:var(--ink);font-weight:600}
.why{margin:0;padding:0;list-style:none}.why li{padding:.7rem 0;border-top:1px solid var(--line)}.why li:first-child{border-top:0;padding-top:0}
pre.snippet{margin:.4rem 0 .75rem;padding:.6rem .8rem;background:var(--q0);border-radius:8px;white-space:pre-wrap;user-select:all}code,pre,kbd{font:.85em ui-monospace,SFMono-Regular,Menlo,monospace}
#lost{visibility:hidden}#lost.shown{visibility:visible}
dialog{background:var(--card);color:var(--ink);border:1px solid var(--line);border-radius:var(--r);padding:1.25rem;max-width:calc(100vw - 2rem)}dialog::backdrop{background:#0006}kbd{border:1px solid var(--line);border-radius:4px;padding:.05rem .4rem}
.fixed{min-height:1.5rem}
@media screen and (max-width:40rem){.cards table,.cards tbody,.cards tfoot,.cards tr,.cards th,.cards td,.cards caption{display:block}.cards thead{position:absolute;left:-99rem}.cards tr{border-top:1px solid var(--line);padding:.5rem 0}.cards tr>*{border:0;padding:.1rem 0!important;overflow:hidden}.cards tr>th{font-weight:650}.cards td,.cards .num{text-align:right;white-space:normal}.cards td::before{content:attr(data-head);float:left;margin-right:1rem;color:var(--soft)}.cards td:empty,.cards .bar{display:none}}
@media(max-width:40rem){.group .head{flex-wrap:nowrap;flex-direction:row}.group .head .row{display:none}.find{order:3;flex:1 1 100%}.find kbd{display:none}.filters label{flex:1 1 40%}.cards .index td.status{min-width:0}.flush .cards table{padding:0 1rem}.flush .cards table :is(th,td){padding-left:0!important;padding-right:0!important}.flush .cards caption{display:none}.map text{display:none}.boxes li>*{padding:.6rem .5rem}.row.spread+.list{margin-top:.9rem}td.bar{width:auto;min-width:0}td.bar svg{width:1.75rem}th.num,td.num{padding-left:.5rem}th,td{padding-right:.4rem;font-size:.8125rem}.below>li{flex-wrap:wrap}.month td>*{min-height:3rem;font-size:.75rem}.month span{font-size:.75rem}.month i{margin-left:.1rem}.four{grid-template-columns:repeat(2,1fr)}.four dd{font-size:1.9rem}main,header>*{padding-left:1rem;padding-right:1rem}header .top{flex-wrap:wrap}.card{padding:1rem}dl.facts{grid-template-columns:1fr;gap:0}dl.facts dd{margin-bottom:.5rem}h1{font-size:1.4rem;margin-top:1.1rem}.aside{flex-direction:column}.aside h3{flex:none}}
@page{margin:14mm 11mm;@bottom-right{content:"Page " counter(page) " of " counter(pages);font:8pt system-ui,sans-serif}}
@media print{header,form:not(:has(table)),form.row,.bulk,.skip,.noprint,.chips,main>p>a{display:none}html{font-size:62.5%}body{background:#fff;color:#000;font-size:1rem}main{max-width:none;padding:0}.card{border:0;padding:0}.scroll{overflow:visible}table{font-size:.9rem}th,td{padding:.2rem .4rem .2rem 0}th.num,td.num{padding-left:.4rem}thead th{white-space:normal}thead{display:table-header-group}tfoot{display:table-row-group}tr,.list>li{break-inside:avoid}h2{break-after:avoid}}
`.replaceAll('\n', '');
