import { useId, type ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './field.module.css';
import { Icon } from './icon.tsx';
import { PickList, PickText } from './pick-list.tsx';
import { groupsOf } from './searched-list.tsx';
import { SelectField } from './select-field.tsx';
import type { SelectOption } from './select.tsx';

/** Up to so many are found by looking: the browser's own list, which phones show best. Above, by typing. */
const FOUND_BY_LOOKING = 10;

/** A choice of one in a form, in the frame of a field: units, drivers, places, however many they are. */
export function PickField(props: {
  label: string;
  /** Empty: none of them. */
  value: string;
  options: readonly SelectOption<string>[];
  /** What no choice is called; where it is left out, one must be chosen. */
  noneText?: string;
  onChange: (value: string) => void;
  help?: ReactNode;
  error?: string | null;
  /** Shut, until there is something to choose from. */
  isDisabled?: boolean;
}): ReactNode {
  const { label, value, options, noneText, onChange, help, error = null } = props;
  const id = useId();
  if (options.length <= FOUND_BY_LOOKING || props.isDisabled)
    return (
      <SelectField
        label={label}
        value={value}
        help={help}
        error={error}
        disabled={props.isDisabled}
        onChange={(event) => onChange(event.target.value)}
      >
        {noneText !== undefined && <option value="">{noneText}</option>}
        {groupsOf(options).map(([group, ofGroup]) =>
          group === undefined ? (
            ofGroup.map(nativeOption)
          ) : (
            <optgroup key={group} label={group}>
              {ofGroup.map(nativeOption)}
            </optgroup>
          ),
        )}
      </SelectField>
    );
  const all = noneText === undefined ? options : [{ value: NONE, label: noneText }, ...options];
  const text = options.find((option) => option.value === value)?.label ?? noneText ?? '';
  return (
    <div className={styles['field']}>
      <span className={styles['label']} aria-hidden="true">
        {label}
      </span>
      <PickList
        label={`${label}: ${text}`}
        searchLabel={label}
        className={cx(error && styles['wrong'])}
        isSelect
        isWrong={Boolean(error)}
        options={all}
        selected={[value || NONE]}
        describedBy={[error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')}
        onChange={([chosen]) => chosen !== undefined && onChange(chosen === NONE ? '' : chosen)}
      >
        <PickText>{text}</PickText>
      </PickList>
      {error && (
        <p id={`${id}-error`} className={styles['error']}>
          <Icon name="alert" size={14} />
          {error}
        </p>
      )}
      {help && (
        <div id={`${id}-help`} className={styles['help']}>
          {help}
        </div>
      )}
    </div>
  );
}

/** The list of the browser has one line for each. */
const nativeOption = ({ value, label, note, isDisabled }: SelectOption<string>): ReactNode => (
  <option key={value} value={value} disabled={isDisabled}>
    {[label, note].filter(Boolean).join(' · ')}
  </option>
);

/** The list knows no empty value. */
const NONE = 'none';
