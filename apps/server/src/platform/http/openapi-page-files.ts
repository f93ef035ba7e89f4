/** How the page of the interface looks. */
export const DOCS_STYLE = `@font-face { font-family: 'Geist Variable'; font-weight: 100 900; font-display: swap; src: url('/docs/geist.woff2') format('woff2'); }
:root { color-scheme: light dark; --ground: light-dark(#ffffff, #12171a); --text: light-dark(#172226, #e3eaec); --soft: light-dark(#4c5b61, #a4b3b8);
  --line: light-dark(#d5dde0, #303b40); --sunken: light-dark(#f2f5f6, #1b2327); --link: light-dark(#0b6375, #6cc5dc);
  --get: light-dark(#0f5b2c, #8fdcaa); --get-soft: light-dark(#dff3e5, #12351f); --post: light-dark(#114a86, #9cc8f5); --post-soft: light-dark(#e0edfb, #14304c);
  --put: light-dark(#704000, #efc27a); --put-soft: light-dark(#fbeed6, #3d2b0b); --delete: light-dark(#96201d, #f5aaa5); --delete-soft: light-dark(#fce4e2, #471c1a); }
* { box-sizing: border-box; }
body { background: var(--ground); color: var(--text); font: 1rem/1.5 'Geist Variable', system-ui, sans-serif; margin: 0; }
main { margin: 0 auto; max-width: 62rem; padding: 1rem; }
.top { align-items: center; background: var(--ground); border-bottom: 1px solid var(--line); display: flex; gap: .75rem; min-height: 3.25rem; padding: 0 1rem; }
.top .home { align-items: center; color: var(--text); display: flex; gap: .5rem; font-size: 1.125rem; font-weight: 700; text-decoration: none; }
.top svg { color: var(--link); }
.top .point { fill: light-dark(#e8962e, #f2ab4e); }
.top span { color: var(--soft); }
.top .back { margin-left: auto; }
.top a { padding: .625rem 0; }
nav { padding: 1rem 1rem 0; }
#contents { border: 1px solid var(--line); border-radius: 6px; padding: 0 .75rem; }
#contents > summary { font-weight: 600; padding: .5625rem 0; }
#contents[open] { padding-bottom: .5rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav ul ul { display: none; }
nav ul ul.guide { display: block; margin-left: .75rem; }
dd + dd { margin-top: .375rem; }
nav a { display: block; padding: .5rem 0; }
.filter { margin: 0 0 .75rem; }
.filter label { display: block; font-weight: 600; }
.filter input { background: var(--ground); border: 1px solid var(--soft); border-radius: 6px; color: inherit; font: inherit; min-height: 2.5rem; padding: .25rem .625rem; width: 100%; }
#found { color: var(--soft); font-size: .875rem; }
#hits { list-style: none; margin: 0 0 .75rem; padding: 0; }
#hits a { border-radius: 4px; color: var(--text); display: block; overflow-wrap: anywhere; padding: .375rem .5rem; text-decoration: none; }
#hits a:hover { background: var(--sunken); }
#hits [aria-selected='true'] a { background: var(--sunken); box-shadow: inset 3px 0 var(--link); }
#hits .says { display: block; font-size: .8125rem; margin: 0; }
#hits .method { font-size: .625rem; min-width: 0; }
nav.searched #contents { display: none; }
mark, ::highlight(found) { background: light-dark(#ffe8a3, #5c4700); color: inherit; }
[hidden] { display: none !important; }
@media (max-width: 1023px) {
  nav { background: var(--ground); border-bottom: 1px solid var(--line); display: grid; gap: .5rem; grid-template-columns: minmax(0, 1fr) auto; max-height: 100dvh; overflow-y: auto; overscroll-behavior: contain; padding: .5rem 1rem; position: sticky; top: 0; z-index: 1; }
  .filter { margin: 0; }
  .filter label { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; width: 1px; }
  #hits { grid-column: 1 / -1; margin: 0; }
  #contents[open], nav:has(> .filter[hidden]) #contents { grid-column: 1 / -1; }
  details, h2, h3, section { scroll-margin-top: 5rem; }
}
@media (min-width: 1024px) {
  body { display: grid; grid-template-columns: 17rem minmax(0, 1fr); grid-template-rows: auto 1fr; }
  .top { grid-column: 1 / -1; padding: 0 1.5rem; position: sticky; top: 0; z-index: 1; }
  #contents { border: 0; padding: 0; }
  #contents > summary { display: none; }
  #contents::details-content { content-visibility: visible; block-size: auto; }
  nav { border-right: 1px solid var(--line); height: calc(100vh - 3.25rem); overflow-y: auto; overscroll-behavior: contain; padding: 1rem; position: sticky; top: 3.25rem; }
  nav a { border-radius: 4px; color: var(--text); display: block; overflow-wrap: anywhere; padding: .1875rem .5rem; text-decoration: none; }
  nav a:hover { background: var(--sunken); }
  nav a[aria-current] { background: var(--sunken); box-shadow: inset 3px 0 var(--link); color: var(--link); font-weight: 600; }
  nav li:has(> a[aria-current]) > ul, nav.searched .index ul, nav ul ul.guide { display: block; margin: .125rem 0 .5rem .5rem; }
  nav ul ul a { font-size: .8125rem; font-weight: 400; }
  nav .method { font-size: .625rem; min-width: 3.25rem; }
  main { margin: 0; padding: 1.5rem 2.5rem 50vh; }
}
a { color: var(--link); }
:not(pre) > code { overflow-wrap: anywhere; }
pre, code, kbd { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .9em; }
.says { color: var(--soft); margin-left: .5rem; }
details { border-top: 1px solid var(--line); padding: .5rem 0; }
details[open] { padding-bottom: 1.25rem; }
@media (min-width: 1024px) { details, h2, h3, section { scroll-margin-top: 4rem; } }
summary { cursor: pointer; overflow-wrap: anywhere; padding: .125rem 0; }
.part > summary, .call > summary, #webhooks summary, #shapes > details > summary { align-items: baseline; column-gap: .625rem; display: grid; grid-template-columns: minmax(0, 1fr) auto .75rem; }
.call > summary { grid-template-columns: auto minmax(0, 1fr) .75rem; overflow-wrap: break-word; padding: .1875rem 0; }
.call > summary > .says { grid-column: 2; margin: 0; }
#webhooks summary, #shapes > details > summary { grid-template-columns: minmax(0, 1fr) .75rem; }
#webhooks .says { grid-column: 1; grid-row: 2; margin: 0; }
.part > summary::after, .call > summary::after, #webhooks summary::after, #shapes > details > summary::after { align-self: center; border: solid var(--soft); border-width: 0 2px 2px 0; content: ''; height: .5rem; justify-self: center; rotate: 45deg; translate: 0 -.125rem; width: .5rem; }
.call > summary::after { grid-column: 3; grid-row: 1; }
details[open] > summary::after, #webhooks details[open] > summary::after, #shapes > details[open] > summary::after { rotate: 225deg; translate: 0 .125rem; }
summary::-webkit-details-marker { display: none; }
.part { border-top: 0; border-bottom: 1px solid var(--line); padding: 0; }
.part:hover > summary h2 { color: var(--link); }
.part > summary { min-height: 3rem; padding: .625rem 0; }
.part > summary h2 { border: 0; font-size: 1.125rem; margin: 0; padding: 0; }
.part[open] > summary { border-bottom: 2px solid var(--link); }
.part > details:first-of-type { border-top: 0; }
.count { color: var(--soft); font-size: .875rem; }
summary:hover code { text-decoration: underline; }
.method { border-radius: 4px; display: inline-block; font: 600 .75rem/1.5 ui-monospace, Menlo, Consolas, monospace; min-width: 4rem; padding: 0 .375rem; text-align: center; }
.get { background: var(--get-soft); color: var(--get); }
.post { background: var(--post-soft); color: var(--post); }
.put { background: var(--put-soft); color: var(--put); }
.delete { background: var(--delete-soft); color: var(--delete); }
.link { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .875rem; margin-right: .5rem; }
h1 { line-height: 1.2; margin-top: 0; }
h2 { border-bottom: 2px solid var(--link); margin-top: 2.5rem; padding-bottom: .25rem; }
h3 { font-size: 1rem; margin-bottom: .25rem; }
dt { font-weight: 600; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .5rem; text-align: left; vertical-align: top; }
th { color: var(--soft); font-size: .875rem; font-weight: 600; }
td { overflow-wrap: anywhere; }
td:first-child { min-width: 6rem; }
table.small { width: auto; }
.parameters td:nth-child(2), .parameters td:nth-child(3) { overflow-wrap: normal; }
.small td + td, .small th + th { overflow-wrap: normal; text-align: right; }
pre.wrapped { overflow-wrap: anywhere; white-space: pre-wrap; }
.limits { color: var(--soft); font-size: .9375em; }
:target { outline: 2px solid var(--link); outline-offset: 4px; }
.example { position: relative; }
pre { background: var(--sunken); border-radius: 6px; margin: .25rem 0; max-height: 24rem; overflow: auto; padding: .75rem; }
.copy { background: var(--ground); border: 1px solid var(--line); border-radius: 6px; color: inherit; cursor: pointer; font: inherit; font-size: .8125rem; min-height: 1.75rem; padding: 0 .625rem; position: absolute; right: .5rem; top: .375rem; }
.example pre { padding-right: 5.5rem; }
@media (max-width: 600px) { pre { max-height: none; overflow-wrap: anywhere; white-space: pre-wrap; } .example pre { min-height: 3rem; padding-right: 4.75rem; } .copy { min-height: 2.5rem; right: .25rem; top: .25rem; } .method { min-width: 3.25rem; } .says { display: block; font-size: .9375rem; margin: 0; } table:not(.small) :is(th, td):nth-last-child(2):not(:first-child) { display: none; } }
`;

/** What the page does beyond being read. It is a file of its own: the content security policy allows no script within the page. */
export const DOCS_SCRIPT = `'use strict';
const one = (selector) => document.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const calls = all('.calls details').map((call) => {
  const summary = call.querySelector('summary');
  const path = summary.querySelector('code').textContent;
  // What one fills into a path is a field.
  const name = call.id + ' ' + path.replace(/\\{\\w+\\}/g, '');
  const says = summary.querySelector('.says').textContent;
  const fields = all('td:first-child', call).map((cell) => cell.textContent).join(' ');
  return {
    call,
    // By how much a word tells that this is what was looked for.
    fields: [[name, 8], [says, 4], [fields, 1]],
    text: call.id + ' ' + summary.textContent + ' ' + fields,
    hit: { to: call.id, title: call.id, says, path, method: summary.querySelector('.method').textContent },
  };
});
// What is written about all endpoints, by its headings.
const guide = [...all('#begin h3, #webhooks > h2, #webhooks > h3'), ...all('#webhooks details > summary')].map((heading) => {
  const part = heading.parentElement;
  const title = (heading.querySelector('code') ?? heading).textContent;
  let text = '';
  for (let next = heading.nextElementSibling; next && !next.matches('h3, details'); next = next.nextElementSibling) text += ' ' + next.textContent;
  if (heading.matches('summary')) text += ' ' + heading.textContent;
  if (heading.matches('h3')) heading.id ||= 'begin-' + title.toLowerCase().replaceAll(' ', '-');
  const about = part.matches('#webhooks, #webhooks *') ? 'Webhooks' : 'Getting started';
  const name = title + (about === 'Webhooks' ? ' webhook' : '');
  return {
    fields: [[name, 8], [text, 2]],
    text: name + ' ' + text,
    hit: { to: heading.id || part.id, title, says: title === about ? '' : about },
  };
});
// What answers hold, by the names of their fields.
const shapes = all('#shapes > details').map((shape) => {
  const title = shape.querySelector('summary code').textContent;
  const fields = all('td:first-child', shape).map((cell) => cell.textContent).join(' ');
  return { fields: [[title, 4], [fields, 2]], text: title + ' ' + fields, hit: { to: shape.id, title, says: 'Schema' } };
});
const entries = [...guide, ...calls, ...shapes];
/** Whether a word, or a part of a name such as tripsGenerate, begins there: "rate" is no part of "generates". */
const begins = (text, at) =>
  at === 0 || !/[\\p{L}\\d]/u.test(text[at - 1]) || (/\\p{Lu}/u.test(text[at]) && /\\p{Ll}/u.test(text[at - 1]));
/** Words that people use for the same thing; the interface says one of them. */
const ALIKE = [
  ['unit', 'vehicle', 'car', 'asset'],
  ['odometer', 'mileage'],
  ['position', 'location'],
  ['trip', 'journey'],
  ['driver', 'chauffeur'],
  ['end', 'finish', 'complete'],
  ['zone', 'geofence'],
  ['alarm', 'alert'],
  ['token', 'key'],
  ['delete', 'remove'],
  ['retry', 'resend'],
  ['pagination', 'paging'],
  ['user', 'member'],
  ['private', 'privacy'],
];
/** Words that say nothing of what is looked for: they count only where nothing else was typed. */
const IDLE = ['a', 'an', 'and', 'do', 'for', 'get', 'how', 'i', 'in', 'is', 'of', 'on', 'the', 'to', 'when'];
const toldBy = (typed) => {
  const telling = typed.filter((word) => !IDLE.includes(word));
  return telling.length > 0 ? telling : typed;
};
/** A word and what verbs and nouns make of it: "retry" finds "retried", "end" finds "ended"; who types "ended" means no other. */
const bent = (word) => [word, ...(word.endsWith('y') ? ['ied', 'ies'].map((end) => word.slice(0, -1) + end) : [word + 's', word + 'ed'])];
/** What was typed, with all that finds it, nearest first: itself, its bent forms, and others' words for it. */
const meant = (typed) => {
  const own = bent(typed);
  const others = ALIKE.filter((alike) => alike.some((word) => typed === word || typed === word + 's')).flat();
  const forms = [...own, ...others.flatMap(bent).filter((form) => !own.includes(form))];
  return { own, forms: [...new Set(forms)] };
};
/** Where a text has a word, from there on: where one begins, or anywhere once nothing begins with it. */
let isAnywhere = false;
const startOf = (text, form, from) => {
  const lower = text.toLowerCase();
  let at = lower.indexOf(form, from);
  while (at >= 0 && !isAnywhere && !begins(text, at)) at = lower.indexOf(form, at + 1);
  return at;
};
const isWhole = (text, at, form) => !/[\\p{L}\\d]/u.test(text[at + form.length] ?? ' ');
/** The next of a word's forms in a text, and how long it is. What others call it counts as a whole word only: "end" is no "ending". */
const placeOf = (text, { own, forms }, from = 0) => {
  let next = { at: -1, length: 0 };
  for (const form of forms) {
    const isOwn = own.includes(form);
    let at = startOf(text, form, from);
    while (at >= 0 && !isOwn && !isWhole(text, at, form)) at = startOf(text, form, at + 1);
    if (at >= 0 && (next.at < 0 || at < next.at || (at === next.at && form.length > next.length))) next = { at, length: form.length };
  }
  return next;
};
const has = (text, word) => placeOf(text, word).at >= 0;
const holds = (text, words) => words.every((word) => has(text, word));
/** How well a text tells a word: as a word of its own, as what others call it, as the beginning of one, or somewhere within. */
const told = (text, word) => {
  if (!has(text, word)) return 0;
  const around = text.toLowerCase().split(/[^\\p{L}\\d]+/u);
  if (word.own.some((form) => around.includes(form))) return 1;
  if (word.forms.some((form) => around.includes(form))) return WHOLE;
  return around.some((each) => each.startsWith(word.own[0])) ? .75 : .5;
};
const WHOLE = .9;
const scoreOf = ({ fields }, words) =>
  words.reduce((sum, word) => sum + Math.max(...fields.map(([text, weight]) => told(text, word) * weight)), 0);
const rankedBy = (words) =>
  entries
    .filter(({ text }) => holds(text, words))
    // Whole words first: "trip" is not what /triplog/ is about.
    .map((entry) => ({ hit: entry.hit, whole: words.filter((word) => told(entry.text, word) >= WHOLE).length, score: scoreOf(entry, words) }))
    .sort((a, b) => b.whole - a.whole || b.score - a.score)
    .map(({ hit }) => hit);

/** The text with the words that were looked for marked in it. */
const marked = (text, words) => {
  const all = document.createDocumentFragment();
  let rest = text;
  while (rest !== '') {
    const from = text.length - rest.length;
    const found = words.map((word) => placeOf(text, word, from)).filter(({ at }) => at >= 0);
    const [next] = found.sort((a, b) => a.at - b.at || b.length - a.length);
    if (!next) break;
    const mark = document.createElement('mark');
    mark.textContent = text.slice(next.at, next.at + next.length);
    all.append(text.slice(from, next.at), mark);
    rest = text.slice(next.at + next.length);
  }
  all.append(rest);
  return all;
};
const element = (name, className, ...inside) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...inside);
  return made;
};
const hits = one('#hits');
const showHits = (words) => {
  const found = words.length === 0 ? [] : rankedBy(words);
  hits.replaceChildren(
    ...found.map(({ to, title, says, path, method }, index) => {
      const link = element('a', '', ...(method ? [element('span', 'method ' + method.toLowerCase(), method), ' '] : []), marked(title, words));
      if (says) link.append(element('span', 'says', marked(says, words)));
      // Where it is what was found.
      if (path && words.some((word) => !holds(title + ' ' + says, [word]) && holds(path, [word])))
        link.append(element('code', 'says', marked(path, words)));
      link.href = '#' + to;
      link.tabIndex = -1;
      const option = element('li', '', link);
      option.id = 'hit-' + index;
      option.setAttribute('role', 'option');
      return option;
    }),
  );
  hits.hidden = found.length === 0;
  field.setAttribute('aria-expanded', String(!hits.hidden));
  choose(found.length > 0 ? 0 : -1);
};
let chosen = -1;
const choose = (index) => {
  hits.children[chosen]?.removeAttribute('aria-selected');
  chosen = index;
  const option = hits.children[chosen];
  option?.setAttribute('aria-selected', 'true');
  if (option) field.setAttribute('aria-activedescendant', option.id);
  else field.removeAttribute('aria-activedescendant');
};
const goTo = (hash) => {
  if (location.hash === hash) openTarget();
  else location.hash = hash;
};
/** The words in the text itself, where the browser can mark without changing it. */
const markText = () => {
  if (!globalThis.CSS?.highlights) return;
  const ranges = [];
  if (words.length > 0)
    for (const part of all('.calls:not([hidden]) .call:not([hidden]) > summary, .call[open]:not([hidden]), #begin:not([hidden]), #webhooks:not([hidden])')) {
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode.data;
        for (const word of words)
          for (let next = placeOf(text, word); next.at >= 0; next = placeOf(text, word, next.at + next.length)) {
            const range = new Range();
            range.setStart(texts.currentNode, next.at);
            range.setEnd(texts.currentNode, next.at + next.length);
            ranges.push(range);
          }
      }
    }
  CSS.highlights.set('found', new Highlight(...ranges));
};
let words = [];

const unfolded = new Set();
const field = one('#filter');
field.closest('p').hidden = false;
const filter = () => {
  words = toldBy(field.value.toLowerCase().split(/\\s+/).filter(Boolean)).map(meant);
  let found = 0;
  isAnywhere = false;
  isAnywhere = !entries.some(({ text }) => holds(text, words));
  for (const { call, text } of calls) {
    call.hidden = !holds(text, words);
    if (!call.hidden) found += 1;
  }
  one('nav').classList.toggle('searched', words.length > 0);
  for (const section of all('.calls')) {
    const shown = all('details', section).filter((call) => !call.hidden).length;
    section.hidden = shown === 0;
    const count = section.querySelector('.count');
    count.dataset.all ??= count.textContent;
    count.textContent = words.length === 0 ? count.dataset.all : shown + ' of ' + count.dataset.all;
    // What was found is shown; what was folded before is folded again when the words are gone.
    if (words.length > 0 && !section.hidden && !section.open) {
      unfolded.add(section);
      section.open = true;
    } else if (words.length === 0 && unfolded.delete(section)) section.open = false;
  }
  for (const entry of all('nav ul ul a')) entry.parentElement.hidden = document.getElementById(entry.hash.slice(1)).hidden;
  // What is written about all of them is found as well; schemas and what changed name everything.
  for (const part of all('#begin, #webhooks')) {
    part.hidden = !holds(part.textContent, words);
  }
  const isTold = words.length > 0 && all('#begin, #webhooks').some((part) => !part.hidden);
  for (const part of all('#shapes, #changes')) part.hidden = words.length > 0;
  for (const entry of all('.index > li > a')) {
    const part = document.getElementById(entry.hash.slice(1));
    entry.parentElement.hidden = Boolean(part.closest('[hidden]'));
  }
  showHits(words);
  const { length } = hits.children;
  one('#nothing').hidden = found > 0 || isTold || length > 0;
  one('#found').textContent = words.length === 0 ? '' : length === 1 ? '1 hit' : length + ' hits';
  markText();
  mark();
};
field.addEventListener('input', filter);
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input');
  if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    field.focus();
  }
  const count = hits.children.length;
  if (isTyping && count > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
    event.preventDefault();
    choose((chosen + (event.key === 'ArrowDown' ? 1 : count - 1)) % count);
    hits.children[chosen].scrollIntoView({ block: 'nearest' });
  }
  if (isTyping && event.key === 'Enter' && chosen >= 0) {
    event.preventDefault();
    const { hash } = hits.children[chosen].querySelector('a');
    leave();
    goTo(hash);
  }
  if (event.key === 'Escape' && isTyping) {
    field.value = '';
    filter();
  }
});

// In a wide window the contents stand beside the text; on a phone one press shows them, and the next goes there.
const contents = one('#contents');
const wide = matchMedia('(min-width: 1024px)');
const unfold = () => (contents.open = wide.matches);
wide.addEventListener('change', unfold);
contents.addEventListener('click', (event) => {
  if (!wide.matches && event.target.closest('a')) contents.open = false;
});
unfold();

const openTarget = () => {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.closest('[hidden]')) {
    field.value = '';
    filter();
  }
  for (let part = target.closest('details'); part; part = part.parentElement.closest('details')) {
    part.open = true;
    unfolded.delete(part);
  }
  target.scrollIntoView();
  markText();
};
addEventListener('hashchange', openTarget);
// Above a small window the search stays where it is: what it found would lie over where it led to.
const leave = () => {
  if (wide.matches || field.value === '') return;
  field.value = '';
  field.blur();
  filter();
};
hits.addEventListener('click', (event) => {
  const link = event.target.closest('a');
  if (!link) return;
  event.preventDefault();
  leave();
  goTo(link.hash);
});
for (const { call } of calls)
  call.addEventListener('toggle', () => {
    markText();
    if (call.open && location.hash !== '#' + call.id) history.replaceState(null, '', '#' + call.id);
  });

const parts = all('.index > li > a').map((entry) => ({ entry, part: document.getElementById(entry.hash.slice(1)) }));
let current = null;
const mark = () => {
  const shown = parts.filter(({ part }) => !part.closest('[hidden]'));
  const next = shown.findLast(({ part }) => part.getBoundingClientRect().top < innerHeight / 4) ?? shown[0];
  if (next?.entry === current) return;
  current?.removeAttribute('aria-current');
  current = next?.entry ?? null;
  current?.setAttribute('aria-current', 'true');
  current?.scrollIntoView({ block: 'nearest' });
};
let isDue = false;
addEventListener('scroll', () => {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    mark();
  });
}, { passive: true });

if (navigator.clipboard)
  for (const example of all('pre')) {
    const holder = document.createElement('div');
    holder.className = 'example';
    const button = document.createElement('button');
    button.className = 'copy';
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      const text = example.textContent.replaceAll('$SPORA', location.origin);
      const isCopied = await navigator.clipboard.writeText(text).then(() => true, () => false);
      button.textContent = isCopied ? 'Copied' : 'Not copied';
      setTimeout(() => (button.textContent = 'Copy'), 2000);
    });
    example.replaceWith(holder);
    holder.append(example, button);
  }
openTarget();
mark();
`;
