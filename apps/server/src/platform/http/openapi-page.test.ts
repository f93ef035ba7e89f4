// @vitest-environment jsdom
import { INTERFACE_CHANGES } from '@spora/contract/interface-changes';
import { Script } from 'node:vm';
import { beforeEach, expect, test } from 'vitest';
import { ENDPOINTS } from '@spora/contract/registry';
import { openApiOf } from './openapi.ts';
import { DOCS_SCRIPT } from './openapi-page-files.ts';
import { docsPage } from './openapi-page.ts';

// Two parts are enough to tell them apart, and the whole takes seconds to be read.
const page = docsPage(openApiOf(ENDPOINTS.filter(({ id }) => /^(trips|places)\.|^reports.runs$/.test(id))));
const open = ({ isWide }: { isWide: boolean }): void => {
  document.documentElement.innerHTML = page;
  Object.assign(globalThis, { matchMedia: () => ({ matches: isWide, addEventListener: () => undefined }) });
  Element.prototype.scrollIntoView = () => undefined;
  new Script(`{${DOCS_SCRIPT}}`).runInThisContext();
};
beforeEach(() => open({ isWide: true }));

const shown = (selector: string): Element[] =>
  [...document.querySelectorAll(selector)].filter((each) => !each.closest('[hidden]'));
const search = (words: string): void => {
  const field = document.querySelector<HTMLInputElement>('#filter')!;
  field.value = words;
  field.dispatchEvent(new Event('input'));
};

test('13-B6: a search says of each part how many it found there, and lists all of them beside the text', () => {
  const counts = () => shown('.calls').map((part) => part.querySelector('.count')?.textContent);
  const before = counts();
  search('trips.generate');
  expect(counts()).toEqual([expect.stringMatching(/^1 of \d+ endpoints$/)]);
  expect(shown('nav ul ul a').map((entry) => entry.textContent)).toEqual([expect.stringContaining('generate')]);
  expect(document.querySelector('nav')?.classList.contains('searched')).toBe(true);
  search('');
  expect(counts()).toEqual(before);
  expect(document.querySelector('nav')?.classList.contains('searched')).toBe(false);
});

test('13-B6: the contents name what the guide tells, and each entry leads there', () => {
  const entries = [...document.querySelectorAll<HTMLAnchorElement>('#contents .guide a')];
  const titles = entries.map(({ textContent }) => textContent);
  for (const title of ['Pagination', 'Rate limits', 'Responses and retries', 'Events']) expect(titles).toContain(title);
  for (const { hash, textContent } of entries) expect(document.querySelector(hash)?.textContent).toBe(textContent);
});

test('13-B6: on a phone the search, which stays above the page, makes way for what was chosen; beside a wide page it stands', () => {
  for (const isWide of [true, false]) {
    open({ isWide });
    search('rate limit');
    document.querySelector<HTMLAnchorElement>('#hits a')!.click();
    expect(location.hash).toBe('#begin-rate-limits');
    expect(document.querySelector<HTMLInputElement>('#filter')!.value).toBe(isWide ? 'rate limit' : '');
    expect(document.querySelector<HTMLElement>('#hits')!.hidden).toBe(!isWide);
    location.hash = '';
  }
});

test('13-B6: a search finds what is written about all endpoints, too', () => {
  const isHidden = (id: string) => document.querySelector<HTMLElement>(`#${id}`)!.hidden;
  search('retry-after');
  expect([isHidden('begin'), isHidden('changes'), isHidden('nothing')]).toEqual([false, true, true]);
  search('nobody writes this');
  expect([isHidden('begin'), isHidden('webhooks'), isHidden('nothing')]).toEqual([true, true, false]);
  search('');
  expect([isHidden('begin'), isHidden('changes'), isHidden('nothing')]).toEqual([false, false, true]);
});

test('13-B6: what changed on one day stands under it once', () => {
  const days = [...document.querySelectorAll('#changes dt')].map((day) => day.textContent);
  expect(days).toEqual([...new Set(INTERFACE_CHANGES.map(({ on }) => on))]);
  expect(document.querySelectorAll('#changes dd')).toHaveLength(INTERFACE_CHANGES.length);
});

const hits = (): string[] => [...document.querySelectorAll('#hits li')].map((hit) => hit.textContent);
const press = (key: string): boolean =>
  document.querySelector('#filter')!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

test('13-B6: what is found is listed by how well it fits, a name before a summary before a field, and headings before their text', () => {
  search('undo');
  expect(hits()[0]).toMatch(/^\w+ (trips|places)\.[\w-]*undo/);
  search('paging');
  expect(hits()).toEqual(['PaginationGetting started']);
  search('token');
  expect(hits().findIndex((hit) => hit.startsWith('Token and authentication'))).toBe(0);
  search('administrator created');
  expect(hits()[0], 'in whose name a token acts').toMatch(/Getting started$/);
  search('webhook trip finished');
  expect(hits()[0]).toMatch(/^trip\.finished/);
  search('label');
  const names = hits().map((hit) => /label/i.test(hit));
  expect(names.indexOf(false) === -1 || names.lastIndexOf(true) < names.indexOf(false)).toBe(true);
});

test('13-B6: a word is found where one begins, whole ones first, and inside of words only where none begins with it', () => {
  search('rate');
  expect(hits()[0]).toBe('Rate limitsGetting started');
  expect(hits().filter((hit) => /generate|separate/i.test(hit) && !/\brate/i.test(hit))).toEqual([]);
  search('generate');
  expect([...document.querySelectorAll('#hits mark')].map((mark) => mark.textContent.toLowerCase())).toContain('generate');
  search('enerat');
  expect(hits().join()).toContain('generate');
  search('trip ended');
  expect(hits().slice(0, 2)).toEqual(['trip.finishedWebhooks', 'What a request looks likeWebhooks']);
});

test('13-B6: names in summaries and meanings are code, in the list of endpoints and of webhooks', () => {
  for (const each of document.querySelectorAll('summary, td, dd')) expect(each.textContent).not.toMatch(/`\w/);
});

test('13-B6: the words are marked in what is found, and arrows and Enter lead through it', () => {
  search('triplog gen');
  expect([...document.querySelectorAll('#hits mark')].map((mark) => mark.textContent)).toContain('gen');
  const field = document.querySelector('#filter')!;
  search('places');
  const chosen = () => document.querySelector('#hits [aria-selected]')?.id;
  expect([chosen(), field.getAttribute('aria-activedescendant')]).toEqual(['hit-0', 'hit-0']);
  press('ArrowDown');
  expect([chosen(), field.getAttribute('aria-activedescendant')]).toEqual(['hit-1', 'hit-1']);
  press('ArrowUp');
  press('ArrowUp');
  expect(chosen()).toBe(`hit-${hits().length - 1}`);
  press('ArrowDown');
  press('Enter');
  expect(location.hash).toBe(document.querySelector<HTMLAnchorElement>('#hit-0 a')!.hash);
  press('Escape');
  expect([hits(), document.querySelector<HTMLElement>('#hits')!.hidden]).toEqual([[], true]);
});

test('5: who receives webhooks is told how often and when one is sent again, which takes about ten hours in all', () => {
  const told = document.querySelector('#webhook-retries + p')!.textContent;
  const [, times, pauses = ''] = /retried (\d+) times over about ten hours: after\s(.*?)\. /s.exec(told) ?? [];
  const hours = pauses.split(', ').map((pause) => {
    const [, length, unit = ''] = /^([\d.]+)\s(s|min|h)$/.exec(pause) ?? [];
    return Number(length) / ({ s: 3600, min: 60, h: 1 }[unit] ?? Number.NaN);
  });
  expect(hours).toHaveLength(Number(times));
  const all = hours.reduce((sum, each) => sum + each, 0);
  expect(all).toBeGreaterThan(9.5);
  expect(all).toBeLessThan(10.5);
});

test('5: a search finds the word that the interface has for what was typed, and the forms of a word', () => {
  search('odometer');
  const found = hits();
  search('mileage');
  expect(hits()).toEqual(found);
  search('webhook retry');
  expect(hits()[0]).toBe('Responses and retriesWebhooks');
  search('trip end');
  expect(hits()[0]).toMatch(/^trip\.finished/);
  const byWords = hits();
  search('the end of a trip');
  expect(hits()).toEqual(byWords);
  // What an answer holds is found by its name.
  search('has_odometer_gap');
  expect(hits()).toContain('TripSchema');
  expect(document.querySelector<HTMLElement>('#nothing')!.hidden).toBe(true);
  search('car');
  expect(document.querySelector('#hits mark')?.textContent).toMatch(/unit|vehicle|car/i);
  expect([...document.querySelectorAll('#hits mark')].map((mark) => mark.textContent)).not.toContain('');
});
