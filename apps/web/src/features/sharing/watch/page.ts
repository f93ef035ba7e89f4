import { fillPath } from '@spora/contract/path';
import { PATHS } from '@spora/contract/sharing/paths';
import type { SharedPage } from '@spora/contract/sharing/endpoints';
import { createFormat } from '@spora/messages/format';
import { isLanguage, type Language, LANGUAGE_FACTS, LANGUAGES } from '@spora/messages/languages';
import { createTranslateFrom } from '@spora/messages/translate';
import type { sharedPosition } from '@spora/messages/shared-position/en';
import { startBrand } from '../../../lib/brand.ts';
import { storedLanguage } from '../../../lib/language.ts';
import { linesOf, nameOf, type T, withKnownTrails } from './model.ts';
import styles from './page.module.css';
import type { WatchMap } from './map.tsx';

const ASK_MS = 12_000;
/** Every so many questions the whole trail is asked for. */
const TRAIL_EVERY = 5;

const TEXTS: Readonly<Record<Language, () => Promise<Record<keyof typeof sharedPosition, string>>>> = {
  en: () => import('@spora/messages/shared-position/en').then((module) => module.sharedPosition),
  sv: () => import('@spora/messages/shared-position/sv').then((module) => module.sharedPosition),
  no: () => import('@spora/messages/shared-position/no').then((module) => module.sharedPosition),
};

type Known = { readonly kind: 'page'; readonly page: SharedPage } | { readonly kind: 'over' } | { readonly kind: 'unknown' };

/** MAP-035: what a stranger with a link sees. No React: the page stands before the map is fetched. */
export async function start(first: Language, root: HTMLElement | null = document.getElementById('root')): Promise<void> {
  if (!root) throw new Error('the page has no #root');
  const token = location.hash.slice(1);
  let language = first;
  let t = await translator(language);
  let known: Known = { kind: 'unknown' };
  let isOffline = false;
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let map: Promise<WatchMap> | null = null;

  const frame = makeFrame(root, language, (next) => {
    language = next;
    storedLanguage.write(next);
    void translator(next).then((made) => {
      t = made;
      show();
      void map?.then((drawn) => drawn.setLanguage(next));
    });
  });

  function show(): void {
    document.documentElement.lang = LANGUAGE_FACTS[language].html;
    frame.language.setAttribute('aria-label', t('SharedPositionLanguage'));
    fill(frame.told, known, isOffline, t, language);
    document.title = `${(known.kind === 'page' && known.page.title) || t('SharedPosition')} · ${startBrand().name}`;
    frame.map.hidden = known.kind !== 'page';
    if (known.kind === 'page') drawMap(known.page);
    else void map?.then((drawn) => drawn.remove());
  }
  function drawMap(page: SharedPage): void {
    map ??= import('./map.tsx').then((module) => module.startMap(frame.map, language));
    map.then(
      (drawn) =>
        known.kind === 'page' &&
        drawn.show(
          page.units.map((unit) => ({ ...unit, name: nameOf(unit, t) })),
          page.destination,
        ),
      () => (map = null),
    );
  }
  async function ask(): Promise<void> {
    clearTimeout(timer);
    if (known.kind === 'over') return;
    const [method, path] = PATHS['sharing.watch'];
    try {
      const answer = await fetch(fillPath('sharing.watch', path), {
        method,
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json',
          'Accept-Language': language,
          'Request-Type': 'web',
        },
        body: JSON.stringify({ token, with_trail: asked % TRAIL_EVERY === 0 }),
        credentials: 'omit',
        cache: 'no-store',
      });
      if (answer.status === 404 || answer.status === 422) known = { kind: 'over' };
      else if (answer.ok) {
        const { data } = (await answer.json()) as { data: SharedPage };
        known = { kind: 'page', page: withKnownTrails(data, known.kind === 'page' ? known.page : null) };
        asked += 1;
      }
      isOffline = !answer.ok && known.kind !== 'over';
    } catch {
      isOffline = true;
    }
    // Without an answer nothing is shown longer than it may be.
    if (known.kind === 'page' && Date.parse(known.page.expires_at) <= Date.now()) known = { kind: 'over' };
    show();
    timer = setTimeout(() => void (document.hidden || ask()), ASK_MS);
  }
  document.addEventListener('visibilitychange', () => void (document.hidden || ask()));
  addEventListener('hashchange', () => location.reload());
  await ask();
}

const translator = async (language: Language): Promise<T> =>
  createTranslateFrom<typeof sharedPosition>(language, await TEXTS[language]());

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string | undefined,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

function makeFrame(root: HTMLElement, first: Language, onLanguage: (language: Language) => void) {
  const brand = startBrand();
  const mark = element('img', undefined);
  mark.src = `/brands/${brand.slug}/icon.svg`;
  mark.alt = '';
  mark.width = 28;
  mark.height = 28;
  const language = element('select', styles['language']);
  for (const each of LANGUAGES) {
    const option = element('option', undefined, LANGUAGE_FACTS[each].name);
    option.value = each;
    option.selected = each === first;
    language.append(option);
  }
  language.addEventListener('change', () => isLanguage(language.value) && onLanguage(language.value));
  const told = element('div', styles['told']);
  const map = element('div', styles['map']);
  map.hidden = true;
  root.replaceChildren(
    element(
      'div',
      styles['page'],
      element('header', styles['top'], element('span', styles['brand'], mark, brand.name), language),
      element('main', styles['main'], told, map),
    ),
  );
  return { told, map, language };
}

function fill(told: HTMLElement, known: Known, isOffline: boolean, t: T, language: Language): void {
  const offline = isOffline ? [asStatus(element('p', styles['soft'], t('SharedPositionOffline')))] : [];
  if (known.kind === 'unknown') {
    told.replaceChildren(element('h1', styles['title'], t('SharedPosition')), ...offline);
    return;
  }
  if (known.kind === 'over') {
    told.replaceChildren(
      element('h1', styles['title'], t('SharedPositionOver')),
      asStatus(element('p', styles['soft'], t('SharedPositionOverText'))),
    );
    return;
  }
  const { page } = known;
  const format = createFormat(language, Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC');
  const units = page.units.map((unit) =>
    element(
      'li',
      styles['unit'],
      element('h2', styles['name'], nameOf(unit, t)),
      ...linesOf(unit, page, t, format).map((line) => element('p', styles['soft'], line)),
    ),
  );
  told.replaceChildren(
    element('h1', styles['title'], page.title || t('SharedPosition')),
    ...offline,
    element('ul', styles['units'], ...units),
    element('p', styles['soft'], t('SharedPositionUntil', { time: format.dateTime(page.expires_at) })),
  );
}

function asStatus(made: HTMLElement): HTMLElement {
  made.setAttribute('role', 'status');
  return made;
}
