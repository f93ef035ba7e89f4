import { fillPath } from '@spora/contract/path';
import { PATHS } from '@spora/contract/sharing/paths';
import type { SharedPage } from '@spora/contract/sharing/endpoints';
import { type Language, LANGUAGE_FACTS, type SharedPositionTexts } from '@spora/messages/languages';
import { createTranslateFrom } from '@spora/messages/translate';
import { startBrand } from '../../../lib/brand.ts';
import { storedLanguage } from '../../../lib/language.ts';
import { loadFont } from '../../../ui/load-font.ts';
import { makeFrame } from '../public/stranger-page.ts';
import type { WatchMap } from './map.tsx';
import { nameOf, type T, withKnownTrails } from './model.ts';
import { createTold, endedFrom, type Known } from './told.ts';

const ASK_MS = 12_000;
/** Every so many questions the whole trail is asked for. */
const TRAIL_EVERY = 5;

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
  let following: number | null = null;
  /** How far the visitor's clock is behind the server's. */
  let behindMs = 0;
  const now = (): Date => new Date(Date.now() + behindMs);

  const told = createTold((number) => {
    frame.map.scrollIntoView({ block: 'nearest' });
    void map?.then((drawn) => drawn.goTo(number));
  });
  const frame = makeFrame(root, told.element, language, (next) => {
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
    told.tell({ known, isOffline, now: now(), t, language, following });
    document.title = `${(known.kind === 'page' && known.page.title) || t('SharedPosition')} · ${startBrand().name}`;
    frame.map.hidden = known.kind !== 'page';
    if (known.kind === 'page') drawMap(known.page);
    else void map?.then((drawn) => drawn.remove());
  }
  function drawMap(page: SharedPage): void {
    const onFollowing = (number: number | null): void => {
      following = number;
      show();
    };
    map ??= import('./map.tsx').then((module) => module.startMap(frame.map, language, onFollowing));
    map.then(
      (drawn) =>
        known.kind === 'page' &&
        drawn.show(
          page.units.map((unit) => ({ ...unit, name: nameOf(unit, page, t) })),
          page.destination,
        ),
      () => (map = null),
    );
  }
  async function ask(): Promise<void> {
    clearTimeout(timer);
    if (isOver()) return;
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
      if (answer.status === 404 || answer.status === 422) known = endedFrom(known, now());
      else if (answer.ok) {
        const { data } = (await answer.json()) as { data: SharedPage };
        behindMs = Date.parse(data.server_time) - Date.now();
        known = { kind: 'page', page: withKnownTrails(data, known.kind === 'page' ? known.page : null) };
        asked += 1;
      }
      isOffline = !answer.ok && !isOver();
    } catch {
      isOffline = true;
    }
    // Without an answer nothing is shown longer than it may be.
    if (leftMs() <= 0) known = endedFrom(known, now());
    show();
    if (!isOver()) wait();
  }
  const wait = (): void => void (timer = setTimeout(next, Math.min(ASK_MS, leftMs())));
  /** At the end of its link a page says so at once, also while nobody looks at it: whoever comes back is shown no position first. */
  function next(): void {
    if (leftMs() > 0) return document.hidden ? wait() : void ask();
    known = endedFrom(known, now());
    show();
  }
  const isOver = (): boolean => known.kind === 'over' || known.kind === 'ended';
  /** How long the link goes on. */
  const leftMs = (): number => (known.kind === 'page' ? Date.parse(known.page.expires_at) - now().getTime() : Infinity);
  document.addEventListener('visibilitychange', () => void (document.hidden || ask()));
  addEventListener('hashchange', () => location.reload());
  await ask();
  loadFont();
}

const translator = async (language: Language): Promise<T> =>
  createTranslateFrom<SharedPositionTexts>(language, await LANGUAGE_FACTS[language].sharedPositionTexts());
