import { compareNames } from '@spora/messages/name-order';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useT } from '../lib/i18n.tsx';
import { finder } from '../lib/names.ts';
import { CheckBox } from './check-box.tsx';
import { Icon } from './icon.tsx';
import { SearchField } from './search-field.tsx';
import { SelectField } from './select-field.tsx';
import styles from './unit-choice.module.css';

/** A unit that can be chosen, or, with a reason, cannot. */
export interface ChoiceUnit {
  readonly imei: string;
  readonly name: string;
  readonly registration_number: string | null;
  readonly department: string | null;
  /** Why it cannot be chosen. */
  readonly reason?: string | undefined;
}

/** From this many units on the list can be searched; of more than this only so many stand in it at once. */
const SEARCH_FROM = 8;
const SHOWN_MAX = 60;

/** A choice of units with boxes: found by typing, by department and by what the caller narrows them by, and all that are found at once. */
export function UnitChoice(props: {
  legend: ReactNode;
  help?: ReactNode;
  units: readonly ChoiceUnit[];
  chosen: readonly string[];
  onChange: (imeis: readonly string[]) => void;
  error: string | null;
  /** Another way to narrow the list. */
  only?: { readonly label: string; readonly holds: (unit: ChoiceUnit) => boolean } | undefined;
}): ReactNode {
  const { units, chosen, onChange, only } = props;
  const t = useT();
  const errorId = useId();
  const [text, setText] = useState('');
  const [department, setDepartment] = useState('');
  const [isOnly, setOnly] = useState(false);
  const departments = [...new Set(units.map((unit) => unit.department ?? ''))].filter(Boolean).toSorted(compareNames);
  const isFound = finder(text);
  const found = units.filter(
    (unit) =>
      (department === '' || unit.department === department) &&
      (!isOnly || !only || only.holds(unit)) &&
      isFound(unit.name, unit.registration_number, unit.imei),
  );
  const free = found.filter(({ imei, reason }) => reason === undefined || chosen.includes(imei)).map(({ imei }) => imei);
  // What was chosen when the form was opened stands first: a row does not move from under the pointer that ticks it.
  const [began] = useState(() => new Set(chosen));
  const rows = found.toSorted((one, other) => Number(began.has(other.imei)) - Number(began.has(one.imei)));
  // Where the list is cut, nothing that is chosen is cut away.
  const shown =
    found.length > SHOWN_MAX
      ? rows.toSorted((one, other) => Number(chosen.includes(other.imei)) - Number(chosen.includes(one.imei))).slice(0, SHOWN_MAX)
      : rows;
  const list = useRef<HTMLDivElement>(null);
  // What is found stands in sight, also where the search is the last thing above a bar at the foot.
  useEffect(() => {
    if (text !== '') list.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return (
    <fieldset
      className={styles['group']}
      data-invalid={props.error !== null}
      aria-describedby={props.error ? errorId : undefined}
    >
      <legend>{props.legend}</legend>
      {props.help && <p className={styles['soft']}>{props.help}</p>}
      {props.error && (
        <p id={errorId} className={styles['error']} role="alert">
          <Icon name="alert" size={14} />
          {props.error}
        </p>
      )}
      {units.length >= SEARCH_FROM && (
        <SearchField label={t('ZoneUnitsSearch')} clearLabel={t('ClearSearch')} value={text} onChange={setText} />
      )}
      {departments.length > 1 && (
        <SelectField label={t('Department')} value={department} onChange={({ target }) => setDepartment(target.value)}>
          <option value="">{t('AllDepartments')}</option>
          {departments.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </SelectField>
      )}
      {only && <CheckBox label={only.label} checked={isOnly} onChange={setOnly} />}
      {free.length > 1 && (
        <div className={styles['all']}>
          <CheckBox
            label={t('ZoneUnitsAll', { count: free.length })}
            checked={free.every((imei) => chosen.includes(imei))}
            onChange={(isOn) =>
              onChange(isOn ? [...new Set([...chosen, ...free])] : chosen.filter((imei) => !free.includes(imei)))
            }
          />
        </div>
      )}
      <div ref={list} className={styles['units']}>
        {shown.map(({ imei, name, registration_number: plate, reason }) => {
          const isChosen = chosen.includes(imei);
          return (
            <CheckBox
              key={imei}
              label={plate && plate !== name ? `${name} · ${plate}` : name}
              checked={isChosen}
              // One that is chosen can always be taken away.
              disabled={reason !== undefined && !isChosen}
              help={isChosen ? undefined : reason}
              onChange={(isOn) => onChange(isOn ? [...chosen, imei] : chosen.filter((each) => each !== imei))}
            />
          );
        })}
        {found.length === 0 && <p className={styles['soft']}>{t('ZoneUnitsNoMatch')}</p>}
      </div>
      {found.length > shown.length && (
        <p className={styles['soft']}>{t('ZoneUnitsMore', { count: found.length - shown.length })}</p>
      )}
    </fieldset>
  );
}
