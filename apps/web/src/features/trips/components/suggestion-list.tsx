import type { ReactNode } from 'react';
import { showWithin } from '../../../ui/show-within.ts';
import styles from './inline-text.module.css';

export interface Suggestion {
  readonly text: string;
  /** Where it is from, in a word. */
  readonly hint?: string;
  /** It was looked up for what is typed: it fits, whatever it says. */
  readonly isFound?: boolean;
}

const SHOWN = 8;

/** Those that what is typed leaves; all of them while nothing is typed, or what stands there is untouched. */
export function fittingSuggestions(all: readonly Suggestion[], text: string, untouched = ''): readonly Suggestion[] {
  const typed = text.trim().toLocaleLowerCase();
  return all
    .filter(
      (each) =>
        (each.isFound || typed === '' || text === untouched || each.text.toLocaleLowerCase().includes(typed)) &&
        each.text !== text,
    )
    .slice(0, SHOWN);
}

/** The arrows come to it also where the list is longer than what is seen of it. */
const showOption = (option: HTMLElement | null): void => showWithin(option?.parentElement ?? null, option);

/** What can be chosen under a field that somebody writes in; the field keeps the focus. */
export function SuggestionList(props: {
  id: string;
  label: string;
  suggestions: readonly Suggestion[];
  /** Which of them the arrows have come to; -1: none. */
  at: number;
  onChoose: (text: string) => void;
}): ReactNode {
  return (
    <ul role="listbox" id={props.id} aria-label={props.label} className={styles['list']}>
      {props.suggestions.map((each, index) => (
        <li
          key={each.text}
          id={`${props.id}-${index}`}
          role="option"
          ref={index === props.at ? showOption : undefined}
          aria-selected={index === props.at}
          className={styles['option']}
          // The field keeps the focus, so that leaving it does not save what was typed first.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => props.onChoose(each.text)}
        >
          <span>{each.text}</span>
          {each.hint && <small>{each.hint}</small>}
        </li>
      ))}
    </ul>
  );
}
