import type { ReportTheme } from '#contract/deliverable/theme.ts';
import { quietOn } from '#domain/deliverable/theme/readable.ts';
import type { Words } from '../languages/index.ts';
import { severityKeys } from '../document/blocks.ts';
import { verdictColors, white } from '../pdf/layout/theme.ts';
import type { PageFonts } from './fonts.ts';

/** Classes that carry the colour of what they mark. */
function marksOf({ colors }: ReportTheme): string {
  return [
    ...severityKeys.map((key) => `.sev-${key}{--severity:${colors.severities[key]}}`),
    ...Object.entries(verdictColors).map(([key, color]) => `.sev-${key}{--severity:${color}}`),
  ].join('\n');
}

/** How the cover is drawn with a picture: on a field of its own that is dark in the light and in the dark. */
function pictureRules({ cover, colors }: ReportTheme, picture: string | null): string {
  if (picture === null) return '';
  if (cover === 'plain')
    return `.picture{display:block;width:100%;max-height:14rem;object-fit:cover;margin-bottom:1.5rem}\n`;
  return `.cover{background:${colors.cover} url(${picture}) center/cover;color:${white};padding-inline:2rem;print-color-adjust:exact}
.cover :is(h1,.client,dd){color:${white}}.cover :is(.classification,.subtitle,dt){color:${quietOn(colors.cover)}}.cover a{color:${white}}.logo img{background:#fff;padding:.5rem;border-radius:3px}
`;
}

/**
 * The one style sheet of the file: light, dark, narrow, and on paper. The theme gives the colours of the light page; in the
 * dark its accent and severities stay, which stand beside texts and not under them.
 */
export function styleSheet(
  theme: ReportTheme,
  fonts: PageFonts,
  { draftMark }: Words,
  picture: string | null,
): string {
  const { accent, cover, ink, text, muted, rule, panel, link } = theme.colors;
  return `${fonts.rules}
:root{color-scheme:light dark;--paper:#fff;--ink:${ink};--text:${text};--muted:${muted};--rule:${rule};--panel:${panel};--link:${link};--bar:#3c4858;--mark:#fff2b8;--warn:#7a3b00;--warn-panel:#fff1de}
@media screen and (prefers-color-scheme:dark){:root{--paper:#12161c;--ink:#f1f4f8;--text:#d8dee6;--muted:#a3afbd;--rule:#36404c;--panel:#1b222b;--link:#8fbdf0;--bar:#c3ccd7;--mark:#52430e;--warn:#ffd9a8;--warn-panel:#3a2a15}}
*{box-sizing:border-box}
html{font:16px/1.55 ${fonts.sans}"IBM Plex Sans","Segoe UI",system-ui,sans-serif;background:var(--paper);color:var(--text);scroll-padding-top:1rem}
body{margin:0 auto;max-width:84rem;padding:0 1.5rem 4rem;overflow-wrap:anywhere}
h1,h2,h3,h4,h5,h6{color:var(--ink);line-height:1.25;margin:1.4em 0 .5em}
h1{font-size:2.2rem;margin:.2em 0}h2{font-size:1.6rem}h3{font-size:1.25rem}h4{font-size:1.05rem}h5,h6{font-size:1rem}h6{color:var(--muted)}
p,ul,ol,dl,table,figure,blockquote,pre{margin:.6em 0}
a{color:var(--link)}
thead th,.chip,[href^="mailto:"]{overflow-wrap:break-word}
main :is(p,ul,ol,dl:not(.facts),blockquote):not(table *){max-width:50rem}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-100vw;top:0;background:var(--paper);padding:.6rem 1rem}
.skip:focus{left:1rem}
.draft{background:var(--warn-panel);color:var(--warn);border:2px solid;padding:.6rem 1rem;margin:1rem 0;font-weight:600}
.cover{border-bottom:4px solid ${accent};padding:2.5rem 0 1.5rem}
.cover p:not(.draft){margin:0}.cover .classification{letter-spacing:.08em;text-transform:uppercase;font-size:.85rem;color:var(--muted)}
.cover .client{font-size:1.3rem}.cover .subtitle{font-size:1.15rem;color:var(--muted)}.logo img{max-width:16rem;max-height:5rem;height:auto}
.letter{padding:1.5rem 0 0;max-width:50rem}.letter p{margin:0}.letter .sender{font-size:1.15rem;font-weight:700;color:var(--ink)}.letter .small{color:var(--muted);font-size:.85rem}.letter .logo{float:right}
.addressed{display:flex;flex-wrap:wrap;gap:1rem 3rem;justify-content:space-between;margin:2.2rem 0 1.6rem}.addressed dl.facts{margin:0;grid-template-columns:auto auto}.recipient span{display:block}
.letter h1{font-size:1.5rem;margin:.6em 0}.passage,.signatures{max-width:50rem}.passage h2{font-size:1.15rem;margin:1.3em 0 .4em}.signatures{margin-top:1.5rem;break-inside:avoid}
.signatures ul{display:flex;flex-wrap:wrap;gap:0 3rem;list-style:none;padding:0}.signatures li{flex:0 1 16rem;border-top:1px solid var(--muted);margin-top:3.2rem;padding-top:.3rem;min-height:2rem}.signatures li span{display:block;color:var(--muted);font-size:.85rem}
${pictureRules(theme, picture)}dl.facts{display:grid;grid-template-columns:minmax(6rem,9rem) 1fr;gap:.3rem 1rem;margin:1rem 0}
dl.facts dt{color:var(--muted);font-size:.9rem}dl.facts dd{margin:0;min-width:0}
dl.facts dd.listed{columns:11rem;column-gap:1.5rem}
dl.facts .row>:not(:last-child)::after{content:"\\b7";padding:0 .25em 0 .5em;color:var(--muted)}
nav ol{list-style:none;margin:0;padding:0}nav ol ol{padding-left:.9rem;border-left:2px solid var(--rule)}
nav li{padding:.18rem 0;line-height:1.35}nav ol ol li:not(.part){padding-left:3.3em;text-indent:-3.3em}nav ol:has(>li:not(.part))>li.part{font-weight:600;padding-top:.5rem}nav li a{text-decoration:none;display:inline-block;min-height:1.5rem;min-width:1.5rem}.findings td a,.findings th a,.assets td a,.matrix th a,.back a,.skip,dl.facts dd a{display:inline-block;min-height:1.5rem}nav li a:hover{text-decoration:underline}
.number{display:inline-block;text-indent:0;min-width:3em;font-variant-numeric:tabular-nums;font-weight:600}
#search{margin:.8rem 0}#search label{display:block;padding-bottom:.3rem;font-size:.9rem;color:var(--muted)}
#search input{width:100%;font:inherit;padding:.4rem .6rem;color:inherit;background:var(--paper);border:1px solid var(--muted);border-radius:4px}
#search-found{min-height:1.6em;margin:.2rem 0;color:var(--muted);font-size:.9rem}
table{border-collapse:collapse;width:100%;font-size:.95rem}
caption{text-align:left;color:var(--muted);padding:.3rem 0}caption b{color:var(--ink)}
th,td{border-bottom:1px solid var(--rule);padding:.35rem .6rem;text-align:start;vertical-align:top}
thead th{background:var(--panel)}
:is(th,td).right{text-align:end}:is(th,td).center{text-align:center}
.chart{max-width:46rem}.chart svg{display:block;width:100%;min-width:30rem;height:auto}.chart summary{color:var(--muted);font-size:.9rem;cursor:pointer;padding:.2rem 0;min-height:1.5rem}
.chart :is(rect,text){fill:var(--severity)}.chart :is(line,.outlined){stroke:var(--severity)}.chart .outlined{fill:var(--paper);stroke-width:.8}${['ink', 'text', 'muted', 'rule', 'panel', 'paper'].map((name) => `.is-${name}{--severity:var(--${name})}`).join('')}
@media screen and (prefers-color-scheme:dark){.chart rect[class^="sev-"]:not(.outlined){stroke:var(--muted);stroke-width:.6}}
.chart table{width:auto;min-width:50%}.chart :is(td,th):not(:first-child){text-align:end}
.wide{overflow-x:auto;position:relative}.wide:has(table){margin:.6em 0}
.findings td:first-child{white-space:nowrap}.findings td.rating{white-space:nowrap}
.assets thead th:first-child{width:42%}.assets thead th:nth-child(2){width:18%}
.matrix thead th:not(:first-child){overflow-wrap:anywhere}.matrix th:not(:first-child),.matrix td{text-align:center}.matrix tbody th,.assets tbody th,.findings tbody th{font-weight:400}
.heard{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.period,.said{color:var(--muted);font-size:.9rem}
.verdict{border-left:4px solid var(--severity);padding-left:1rem}.verdict h4{margin-top:.8em}.verdict h4 .chip{border-left:0;padding-left:0}
.chip{display:inline-block;border-left:.8rem solid var(--severity,#4a4a4a);padding-left:.45rem}
.rating{display:flex;flex-wrap:wrap;align-items:center;background:var(--panel);margin:1rem 0}
.rating p{flex:1 1 20rem;margin:0;padding:.8rem 1.2rem}.rating .grade{flex:none;align-self:stretch;background:var(--severity,${cover});color:#fff;font-size:1.5rem;font-weight:700}
.findings .sentence{color:var(--muted);font-size:.9rem}
article.finding{margin:2.2rem 0;border-top:1px solid var(--rule)}
article.finding>header{background:var(--severity,#4a4a4a);color:#fff;padding:.7rem 1rem;display:flex;gap:1rem;align-items:baseline;justify-content:space-between}
article.finding>header h3{color:#fff;margin:0;min-width:0}article.finding>header p{flex:none;margin:0;white-space:nowrap;max-width:40%;overflow:hidden;text-overflow:ellipsis}
article.finding>dl.facts{background:var(--panel);margin:0;padding:.7rem 1rem}
pre{background:var(--panel);border:1px solid var(--rule);padding:.6rem .8rem;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:4}
code,kbd,samp,pre{font:.88em/1.45 ${fonts.mono}"IBM Plex Mono",ui-monospace,Consolas,monospace}
:not(pre)>code,kbd,samp{background:var(--panel);padding:.05em .25em}
mark{background:var(--mark);color:inherit}
.listing{padding-inline:0}.listing .line{display:block;position:relative;padding:0 .8rem 0 1.4rem}.listing .line[data-line]{padding-inline-start:4rem}
.listing .line::before{position:absolute;left:1.2rem;width:2.2rem;text-align:right;color:var(--muted);user-select:none;content:attr(data-line);content:attr(data-line)/""}
.listing mark{print-color-adjust:exact}.listing mark::after{position:absolute;left:.5rem;top:.45em;border-block:.28em solid transparent;border-inline-start:.42em solid;content:"";content:""/""}
blockquote{border-inline-start:4px solid var(--rule);padding-inline-start:1rem;margin-inline-start:0;color:var(--muted)}
blockquote.alert{color:inherit;border-color:var(--muted);background:var(--panel);padding-block:.2rem}
figure{margin:1rem 0}figure img{max-width:100%;height:auto;border:1px solid var(--rule);background:#fff}figure img.phone{width:auto;max-height:34rem}
figcaption{color:var(--muted);font-size:.9rem}figcaption b{color:var(--ink)}
.back{font-size:.9rem}
address{font-style:normal;color:var(--text);margin-bottom:1rem}.company{color:var(--ink);font-weight:600;font-size:1.05rem}
footer{margin-top:3rem;border-top:1px solid var(--rule);padding-top:.8rem;color:var(--muted);font-size:.9rem}
${marksOf(theme)}
@media screen{
.out{display:none}
.matrix thead th{min-width:6.5em}.matrix tbody th,.findings tbody th{min-width:12em}
.wide table:not([class]) :is(td,th){min-width:7em}
}
@media screen and (min-width:64rem){
.columns{display:grid;grid-template-columns:19rem minmax(0,1fr);gap:2.5rem;align-items:start}
nav{position:sticky;top:0;max-height:100vh;overflow-y:auto;padding:0 .5rem 1rem .25rem}
}
@media screen and (max-width:63.99rem){
nav>ol{max-height:60vh;overflow-y:auto;padding:.25rem}
}
@media screen and (max-width:40rem){
body{padding:0 .9rem 3rem}dl.facts{grid-template-columns:1fr;gap:0 1rem}dl.facts dt{margin-top:.4rem}
article.finding>header{flex-wrap:wrap}article.finding>header p{max-width:100%}
}
@media print{
@page{margin:18mm 16mm}
html{font-size:10.5pt}
body{max-width:none;padding:0}
body.is-draft::before{content:"${draftMark}" / "";position:fixed;top:35%;left:10%;font-size:110pt;font-weight:700;color:#000;opacity:.07;transform:rotate(-30deg)}
.skip,#search,.back{display:none}
a{color:inherit;text-decoration:none}
nav{break-after:page}.cover{break-after:avoid}
h2,h3,h4,h5,h6,article.finding>header,p:has(+.chart){break-after:avoid}
figure,tr,dl.facts,.chart,article.finding>header{break-inside:avoid}
:is(h2,h3,h4,h5,h6):not(header *){break-inside:avoid}:is(h2,h3,h4,h5,h6):not(header *)::after{content:"";display:block;height:6rem;margin-bottom:-6rem}
article.finding>header{display:block;overflow:visible}article.finding>header p{float:right}article.finding>header h3{display:inline}article.finding>header::after{content:"";display:block;clear:both;height:11rem;margin-bottom:-11rem}
:is(h2,h3,h4,h5,h6)+*,article.finding>header+dl.facts,dl.facts+section{break-before:avoid}p,li{orphans:3;widows:3}
thead{display:table-header-group}
.wide{overflow:visible}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}
}
`;
}
