import { useEffect, useState, type ReactNode } from 'react';
import { useT } from '../lib/i18n.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './shell.module.css';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** The font has no arrows to the sides: all four are drawn. */
const TURNS: Readonly<Record<string, number>> = { '→': 0, '↓': 90, '←': 180, '↑': 270 };
const ArrowKey = ({ sign }: { sign: string }): ReactNode => (
  <>
    <span className="visually-hidden">{sign}</span>
    <span className={styles['arrowKey']} style={{ rotate: `${TURNS[sign] ?? 0}deg` }}>
      <Icon name="arrow" size={14} />
    </span>
  </>
);

const pageSearch = (): HTMLInputElement | null => document.querySelector<HTMLInputElement>('[data-page-search]');

/** `/` goes to the page's search, `?` shows what keys do (NAV-038). `hasMap`: what plays on a map and can be undone is there too. */
export function Shortcuts({ hasMap = true }: { hasMap?: boolean }): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const [hasSearch, setHasSearch] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
      if (event.key === '?') {
        setHasSearch(pageSearch() !== null);
        setOpen(true);
      }
      if (event.key !== '/') return;
      const search = pageSearch();
      if (!search) return;
      event.preventDefault();
      search.focus();
      search.select();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  const rows: readonly (readonly [readonly string[], string])[] = [
    ...(hasSearch ? [[['/'], t('ShortcutSearch')] as const] : []),
    [['?'], t('ShortcutHelp')],
    [['Esc'], t('ShortcutClose')],
    [['↑', '↓'], t('ShortcutRows')],
    [['Enter'], t('ShortcutChoose')],
    [['F6'], t('ShortcutNotice')],
    ...(hasMap
      ? [
          [[t('KeySpace')], t('ShortcutPlay')] as const,
          [['←', '→'], t('ShortcutStep')] as const,
          [['Ctrl', 'Z'], t('ShortcutUndo')] as const,
        ]
      : []),
  ];
  return (
    <Dialog title={t('Shortcuts')} closeLabel={t('Close')} isOpen={isOpen} onClose={() => setOpen(false)}>
      <dl className={styles['shortcuts']}>
        {rows.map(([keys, text]) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{TURNS[key] === undefined ? key : <ArrowKey sign={key} />}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
