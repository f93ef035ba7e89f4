import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { useT } from '../lib/i18n.tsx';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import styles from './failure-banner.module.css';
import { useBroughtIntoView } from './use-brought-into-view.ts';

export const isChangedMeanwhile = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.errors === 'ChangedMeanwhile';

/** What of the fields that a form began with stands otherwise now. */
export const differences = <T extends object>(was: Partial<T>, now: T): (keyof T)[] =>
  (Object.keys(was) as (keyof T)[]).filter((field) => JSON.stringify(was[field] ?? null) !== JSON.stringify(now[field] ?? null));

/** What a form says of a thing that one or more of its fields hold: which, what it is called, and what it is now; empty: nothing. */
export type FieldsInWords<T> = readonly [fields: readonly (keyof T)[], label: string, value: string];

/** ERR-041: what stands otherwise now than the form began with, in its words and in the order of the form; each thing once. */
export function changesInWords<T extends object>(
  was: Partial<T>,
  now: T,
  words: readonly FieldsInWords<T>[],
): { label: string; value: string }[] {
  const changed = differences(was, now);
  return words
    .filter(([fields]) => fields.some((field) => changed.includes(field)))
    .map(([, label, value]) => ({ label, value: value || '–' }));
}

/**
 * ERR-041: what somebody else changed of the fields that were to be saved, by the name of each field and what it is now; null: that is not
 * why it was refused.
 */
export const meanwhileOf = <Form extends object>(
  failure: unknown,
  began: Partial<Form>,
  saved: Form,
  texts: Partial<Record<keyof Form, readonly [label: string, value: string]>>,
): { label: string; value: string }[] | null =>
  isChangedMeanwhile(failure)
    ? differences(began, saved).flatMap((field) => {
        const text = texts[field];
        return text ? [{ label: text[0], value: text[1] }] : [];
      })
    : null;

/**
 * The keyboard goes on where it was as this appeared, when the button that was pressed in it goes away with it; where that cannot be
 * pressed any more, from the beginning of the form.
 */
function useFocusGivenBack(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const notice = place.current;
    const form = notice?.closest('form');
    const before = document.activeElement;
    return () => {
      if (!notice?.contains(document.activeElement)) return;
      // What the form becomes by that press is drawn first.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true });
        if (document.activeElement === document.body)
          form?.querySelector<HTMLElement>('input:enabled, select:enabled, textarea:enabled')?.focus({ preventScroll: true });
      });
    };
  }, [place]);
}

/** ERR-041: somebody else changed what is being edited: what it is now, with the choice to take that or to overwrite it. */
export function ChangedMeanwhile(props: {
  changes: readonly { readonly label: string; readonly value: string }[];
  onTakeTheirs: () => void;
  onOverwrite: () => void;
}): ReactNode {
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  useFocusGivenBack(place);
  // What it is now can become known after the refusal.
  useBroughtIntoView(place, props.changes.map(({ label, value }) => `${label} ${value}`).join('\n'));
  return (
    <div ref={place} className={styles['place']}>
      <Banner
        tone="danger"
        action={
          <>
            <Button isSmall onClick={props.onTakeTheirs}>
              {t('ChangedTakeTheirs')}
            </Button>
            <Button isSmall look="danger" onClick={props.onOverwrite}>
              {t('ChangedOverwrite')}
            </Button>
          </>
        }
      >
        {t('ChangedMeanwhile')}
        {props.changes.map(({ label, value }) => (
          <span key={label} style={{ display: 'block' }}>
            {t('ChangedTo', { field: label, value: value || '–' })}
          </span>
        ))}
      </Banner>
    </div>
  );
}
