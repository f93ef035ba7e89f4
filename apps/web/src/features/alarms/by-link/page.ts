import { PATHS } from '@spora/contract/alarms/paths';
import type { DataOf } from '@spora/contract/endpoint-map';
import { fillPath } from '@spora/contract/path';
import { type AlarmLinkTexts, type Language, LANGUAGE_FACTS } from '@spora/messages/languages';
import { createTranslateFrom } from '@spora/messages/translate';
import { startBrand } from '../../../lib/brand.ts';
import { storedLanguage } from '../../../lib/language.ts';
import { loadFont } from '../../../ui/load-font.ts';
import { element, say } from '../../sharing/public/element.ts';
import { makeFrame } from '../../sharing/public/stranger-page.ts';
import frameStyles from '../../sharing/public/stranger-page.module.css';
import type { PlaceMap } from './map.tsx';
import { linesOf, type T } from './model.ts';

type ToldAlarm = DataOf<'alarms.look-at-alarm-link'>;
type Known = { readonly kind: 'alarm'; readonly alarm: ToldAlarm } | { readonly kind: 'over' } | { readonly kind: 'unknown' };

/** Until something answers it is asked again. */
const AGAIN_MS = 12_000;
/** A page that stays open is told by the server when its link is over: the clock of the visitor may be wrong. */
const STILL_MS = 3_600_000;

const translator = async (language: Language): Promise<T> =>
  createTranslateFrom<AlarmLinkTexts>(language, await LANGUAGE_FACTS[language].alarmLinkTexts());

/** ALARM-039: where an alarm was raised, for who was sent its message and does not sign in. No React: it stands before the map is fetched. */
export async function start(first: Language, root: HTMLElement | null = document.getElementById('root')): Promise<void> {
  if (!root) throw new Error('the page has no #root');
  const token = location.hash.slice(1);
  /** The page speaks as the message did, unless a language was chosen in this browser. */
  let chosen = storedLanguage.read();
  let language = first;
  let t = await translator(language);
  let known: Known = { kind: 'unknown' };
  let isOffline = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let map: Promise<PlaceMap> | null = null;

  const told = createTold();
  const frame = makeFrame(root, told.element, language, (next) => {
    chosen = next;
    storedLanguage.write(next);
    void ask();
  });

  function show(): void {
    document.documentElement.lang = LANGUAGE_FACTS[language].html;
    frame.language.value = language;
    frame.language.setAttribute('aria-label', t('AlarmLinkLanguage'));
    told.tell(known, isOffline, language, t);
    document.title = `${known.kind === 'alarm' ? known.alarm.news : t('AlarmLink')} · ${startBrand().name}`;
    frame.map.hidden = known.kind !== 'alarm';
    if (known.kind === 'alarm') drawMap(known.alarm);
    else void map?.then((drawn) => drawn.remove());
  }
  function drawMap({ lat, lng, place }: ToldAlarm): void {
    map ??= import('./map.tsx').then((module) => module.startMap(frame.map, language));
    map.then(
      (drawn) => drawn.show({ lat, lng, label: place }, language),
      () => (map = null),
    );
  }
  async function ask(): Promise<void> {
    clearTimeout(timer);
    const [method, path] = PATHS['alarms.look-at-alarm-link'];
    try {
      const answer = await fetch(fillPath('alarms.look-at-alarm-link', path), {
        method,
        headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'Request-Type': 'web' },
        body: JSON.stringify({ token, language: chosen }),
        credentials: 'omit',
        cache: 'no-store',
      });
      isOffline = !answer.ok && answer.status !== 404 && answer.status !== 422;
      if (answer.ok) known = { kind: 'alarm', alarm: ((await answer.json()) as { data: ToldAlarm }).data };
      else if (!isOffline) known = { kind: 'over' };
    } catch {
      isOffline = true;
    }
    await speak(known.kind === 'alarm' && !isOffline ? known.alarm.language : (chosen ?? language));
    show();
    if (known.kind !== 'over') timer = setTimeout(() => void ask(), isOffline ? AGAIN_MS : STILL_MS);
  }
  async function speak(next: Language): Promise<void> {
    if (next === language) return;
    // Without a connection the page stays in the language that it has.
    const made = await translator(next).catch(() => null);
    if (made) [language, t] = [next, made];
  }
  document.addEventListener('visibilitychange', () => void (document.hidden || known.kind === 'over' || ask()));
  addEventListener('hashchange', () => location.reload());
  await ask();
  loadFont();
}

/** What the page says beside its map. */
function createTold() {
  const title = element('h1', frameStyles['title']);
  const status = element('p', frameStyles['soft']);
  status.setAttribute('role', 'status');
  const lines = element('div', frameStyles['lines']);
  function tell(known: Known, isOffline: boolean, language: Language, t: T): void {
    const isOver = known.kind === 'over';
    say(title, known.kind === 'alarm' ? known.alarm.news : t(isOver ? 'AlarmLinkOver' : 'AlarmLink'));
    say(status, isOver ? t('AlarmLinkOverText') : isOffline ? t('AlarmLinkOffline') : '');
    const texts = known.kind === 'alarm' ? linesOf(known.alarm, language, t) : [];
    lines.replaceChildren(...texts.map(({ text, isSoft }) => element('p', frameStyles[isSoft ? 'soft' : 'line'], text)));
  }
  return { element: element('div', frameStyles['told'], title, status, lines), tell };
}
