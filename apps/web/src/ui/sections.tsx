import { useId, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './sections.module.css';

export interface SectionGroup {
  readonly title: string;
  readonly sections: readonly { readonly id: string; readonly label: string }[];
}

/** A plain click stays in the page; one with a modifier opens the address, as of any link. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
};

/**
 * A page of more sections than a row of tabs holds: a grouped list beside the open one, and where there is no room for both a
 * choice above it. Arrows move along the list.
 */
export function Sections(props: {
  label: string;
  selected: string;
  onSelect: (id: string) => void;
  /** The address of a section. */
  hrefOf: (id: string) => string;
  groups: readonly SectionGroup[];
  children: ReactNode;
}): ReactNode {
  const { selected, onSelect } = props;
  const nav = useRef<HTMLElement>(null);
  const walk = (event: KeyboardEvent): void => {
    const links = [...(nav.current?.querySelectorAll('a') ?? [])];
    const next = STEPS[event.key]?.(links.indexOf(event.target as HTMLAnchorElement), links.length - 1);
    if (next === undefined) return;
    event.preventDefault();
    links[next]?.focus();
  };
  return (
    <div className={styles['room']}>
      <div className={styles['layout']}>
        <div className={styles['choice']}>
          <select aria-label={props.label} value={selected} onChange={({ target }) => onSelect(target.value)}>
            {props.groups.map(({ title, sections }) => (
              <optgroup key={title} label={title}>
                {sections.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
          <Icon name="chevron-down" size={16} />
        </div>
        <nav ref={nav} aria-label={props.label} className={styles['list']} onKeyDown={walk}>
          {props.groups.map((group) => (
            <Group key={group.title} {...group} {...{ selected, onSelect }} hrefOf={props.hrefOf} />
          ))}
        </nav>
        {/* Nothing that one section holds goes over into the next. */}
        <div key={selected} className={styles['panel']}>
          {props.children}
        </div>
      </div>
    </div>
  );
}

function Group(
  props: SectionGroup & { selected: string; onSelect: (id: string) => void; hrefOf: (id: string) => string },
): ReactNode {
  const titleId = useId();
  return (
    <div>
      <p id={titleId} className={styles['title']}>
        {props.title}
      </p>
      <ul aria-labelledby={titleId}>
        {props.sections.map(({ id, label }) => (
          <li key={id}>
            <a
              href={props.hrefOf(id)}
              aria-current={id === props.selected ? 'page' : undefined}
              className={styles['link']}
              onClick={(event) => {
                if (!isPlain(event)) return;
                event.preventDefault();
                props.onSelect(id);
              }}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
