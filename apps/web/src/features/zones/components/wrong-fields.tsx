import type { RefObject, ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import styles from './zones.module.css';

/** The parts of the form from above, each with the errors that it says and where the focus goes. */
const PARTS = [
  { label: 'ZoneName', errors: ['name'], at: '[name="name"]' },
  { label: 'CircleAddress', errors: ['address', 'point', 'lat', 'lng'], at: '[data-circle] input[role="combobox"]' },
  { label: 'CircleRadius', errors: ['radius'], at: '[data-circle] input[inputmode="numeric"]' },
  { label: 'ZoneUnitsWrong', errors: ['imeis'], at: '[data-field="imeis"] input:enabled' },
  { label: 'ZonePause', errors: ['days', 'to', 'from'], at: '[data-field="pause"] input:enabled' },
] as const;

/**
 * What is wrong in a form that is longer than the window, each the way to its field: the focus goes to the first alone, and of the others nothing
 * is seen on a phone.
 */
export function WrongFields(props: {
  place: RefObject<HTMLFormElement | null>;
  errorOf: (field: string) => string | null;
}): ReactNode {
  const t = useT();
  const wrong = PARTS.filter(({ errors }) => errors.some((field) => props.errorOf(field) !== null));
  if (wrong.length < 2) return null;
  return (
    <div className={styles['wrong']} role="group" aria-label={t('ZoneWrong')}>
      <span>{t('ZoneWrong')}</span>
      {wrong.map(({ label, at }) => (
        <Button key={label} isSmall onClick={() => props.place.current?.querySelector<HTMLElement>(at)?.focus()}>
          {t(label)}
        </Button>
      ))}
    </div>
  );
}
