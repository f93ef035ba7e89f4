import type { SharedPage, SharedUnit } from '@spora/contract/sharing/endpoints';
import { createFormat, type Format } from '@spora/messages/format';
import type { Language } from '@spora/messages/languages';
import { element, say } from '../public/element.ts';
import frame from '../public/stranger-page.module.css';
import { endedText, linesOf, nameOf, type T, untilText } from './model.ts';
import styles from './page.module.css';

export type Known =
  | { readonly kind: 'page'; readonly page: SharedPage }
  /** It was open here, and has ended: `at` its time, where that has run out; null: before it. */
  | { readonly kind: 'ended'; readonly at: string | null }
  /** Never open here: whether the link has ended or is cut, nobody tells. */
  | { readonly kind: 'over' }
  | { readonly kind: 'unknown' };

/** What is known once nothing is shown any more. */
export function endedFrom(known: Known, now: Date): Known {
  if (known.kind !== 'page') return known.kind === 'ended' ? known : { kind: 'over' };
  const { expires_at: until } = known.page;
  return { kind: 'ended', at: Date.parse(until) <= now.getTime() ? until : null };
}

interface Telling {
  readonly known: Known;
  readonly isOffline: boolean;
  /** The server's time, whatever the visitor's clock says. */
  readonly now: Date;
  readonly t: T;
  readonly language: Language;
  /** The number of the unit that the map keeps in its middle. */
  readonly following: number | null;
}

/** What the page says beside its map. It stays the same from answer to answer, so that neither focus nor a reader's place is lost. */
export function createTold(onPress: (number: number) => void) {
  const title = element('h1', frame['title']);
  const status = element('p', frame['soft']);
  status.setAttribute('role', 'status');
  const units = element('ul', styles['units']);
  const until = element('p', frame['soft']);
  const cards = new Map<number, ReturnType<typeof createCard>>();

  function tell({ known, isOffline, now, t, language, following }: Telling): void {
    const page = known.kind === 'page' ? known.page : null;
    const format = createFormat(language, Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC');
    const end = endTold(known, now, t, format);
    say(title, end?.title ?? (page?.title || t('SharedPosition')));
    say(status, end?.text ?? (isOffline ? t('SharedPositionOffline') : ''));
    say(until, page ? untilText(page.expires_at, now, t, format) : '');
    units.hidden = page === null;
    for (const [number, { item }] of cards)
      if (!page?.units.some((unit) => unit.number === number)) {
        item.remove();
        cards.delete(number);
      }
    for (const unit of page?.units ?? []) {
      const card = cards.get(unit.number) ?? createCard(() => onPress(unit.number));
      if (!cards.has(unit.number)) units.append(card.item);
      cards.set(unit.number, card);
      const name = nameOf(unit, { units: page?.units ?? [] }, t);
      card.tell({ name, isPlaced: unit.position !== null }, linesAt(now, page, unit, t, format), t, following === unit.number);
    }
  }
  return { element: element('div', frame['told'], title, until, status, units), tell };
}

/** What a page says that shows nothing any more; null: it does. */
function endTold(known: Known, now: Date, t: T, format: Format): { readonly title: string; readonly text: string } | null {
  if (known.kind === 'over') return { title: t('SharedPositionOver'), text: t('SharedPositionOverText') };
  if (known.kind !== 'ended') return null;
  const text = [known.at === null ? '' : endedText(known.at, now, t, format), t('SharedPositionEndedText')];
  return { title: t('SharedPositionEnded'), text: text.join(' ').trim() };
}

const linesAt = (now: Date, page: SharedPage | null, unit: SharedUnit, t: T, format: Format): string[] =>
  linesOf(unit, { destination: page?.destination ?? null, server_time: now.toISOString() }, t, format);

/** A unit: the whole card is the button that shows it on the map. */
function createCard(onPress: () => void) {
  const button = element('button', styles['go']);
  button.type = 'button';
  button.addEventListener('click', onPress);
  const lines = element('div', undefined);
  const item = element('li', styles['unit'], element('h2', styles['name'], button), lines);
  let told = '';
  return {
    item,
    tell(
      { name, isPlaced }: { readonly name: string; readonly isPlaced: boolean },
      texts: readonly string[],
      t: T,
      isFollowed: boolean,
    ): void {
      say(button, name);
      button.disabled = !isPlaced;
      button.title = isPlaced ? t('SharedPositionGoTo', { name }) : '';
      button.setAttribute('aria-pressed', String(isFollowed));
      const next = texts.join('\n');
      if (next !== told) lines.replaceChildren(...texts.map((text) => element('p', frame['soft'], text)));
      told = next;
    },
  };
}
