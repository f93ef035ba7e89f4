import type { ReactNode } from 'react';
import { useLookOnly } from './look-only.tsx';
import styles from './switch.module.css';

/** On or off, at once. A check box to the browser, so that forms and readers know it. */
export function Switch(props: {
  label: string;
  /** The label is heard but not seen: a column or a heading says it already. */
  isLabelHidden?: boolean;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
  /** What it switches is kept for all: off where people may only look. */
  isWrite?: boolean;
}): ReactNode {
  const reason = useLookOnly();
  const isOff = props.isWrite === true && reason !== null;
  return (
    <label className={styles['switch']} title={isOff ? reason : undefined}>
      <input
        type="checkbox"
        role="switch"
        className={styles['input']}
        checked={props.isOn}
        disabled={isOff || props.isDisabled}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <span className={styles['track']} aria-hidden="true" />
      <span className={props.isLabelHidden ? 'visually-hidden' : undefined}>{props.label}</span>
    </label>
  );
}
