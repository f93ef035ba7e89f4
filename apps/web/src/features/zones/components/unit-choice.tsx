import { ZONES_PER_UNIT } from '@spora/contract/zones/rules';
import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import styles from './zones.module.css';
import { fold } from '../../../lib/names.ts';

type ZoneUnit = DataOf<'zones.units'>['units'][number];

/** From this many units on the list can be searched; of more than this only so many stand in it at once. */
const SEARCH_FROM = 8;
const SHOWN_MAX = 60;
/** GEO-015: the units of a zone. Those that cannot be chosen say why. */
export function UnitChoice(props: {
  units: readonly ZoneUnit[];
  chosen: readonly string[];
  onChange: (imeis: readonly string[]) => void;
  error: string | null;
}): ReactNode {
  const { units, chosen, onChange } = props;
  const t = useT();
  const errorId = useId();
  const [text, setText] = useState('');
  const { departments, departmentOf } = useDepartments(units);
  const [department, setDepartment] = useState('');
  const found = units.filter(
    ({ name, registration_number: plate, imei }) =>
      (department === '' || departmentOf(imei) === department) &&
      [name, plate ?? '', imei].some((each) => fold(each).includes(fold(text))),
  );
  const free = found.filter(({ imei, reason }) => reason === null || chosen.includes(imei)).map(({ imei }) => imei);
  // What was chosen when the form was opened stands first: a row does not move from under the pointer that ticks it.
  const [began] = useState(() => new Set(chosen));
  const rows = found.toSorted((one, other) => Number(began.has(other.imei)) - Number(began.has(one.imei)));
  // Where the list is cut, nothing that is chosen is cut away.
  const shown =
    found.length > SHOWN_MAX
      ? rows.toSorted((one, other) => Number(chosen.includes(other.imei)) - Number(chosen.includes(one.imei))).slice(0, SHOWN_MAX)
      : rows;
  return (
    <fieldset className={styles['group']} aria-describedby={props.error ? errorId : undefined}>
      <legend>{t('ZoneUnits', { count: chosen.length })}</legend>
      <p className={styles['soft']}>{t('ZoneUnitsHelp')}</p>
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
      {props.error && (
        <p id={errorId} className={styles['error']} role="alert">
          {props.error}
        </p>
      )}
      {free.length > 1 && (
        <div className={styles['allUnits']}>
          <CheckBox
            label={t('ZoneUnitsAll', { count: free.length })}
            checked={free.every((imei) => chosen.includes(imei))}
            onChange={(isOn) =>
              onChange(isOn ? [...new Set([...chosen, ...free])] : chosen.filter((imei) => !free.includes(imei)))
            }
          />
        </div>
      )}
      <div className={styles['units']}>
        {shown.map(({ imei, name, registration_number: plate, reason }) => {
          const isChosen = chosen.includes(imei);
          return (
            <CheckBox
              key={imei}
              label={plate && plate !== name ? `${name} · ${plate}` : name}
              checked={isChosen}
              // One that is chosen can always be taken away.
              disabled={reason !== null && !isChosen}
              help={reason === null || isChosen ? undefined : t(`ZoneUnitReason-${reason}`, { count: ZONES_PER_UNIT })}
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

/** The departments of the units that can be chosen, by name. */
function useDepartments(units: readonly ZoneUnit[]) {
  const { data } = useQuery(endpointQuery(useSend(), 'units.list', {}));
  return useMemo(() => {
    const known = new Map((data?.units ?? []).map(({ imei, department }) => [imei, department ?? '']));
    const departmentOf = (imei: string): string => known.get(imei) ?? '';
    const departments = [...new Set(units.map(({ imei }) => departmentOf(imei)))].filter(Boolean).toSorted(byName);
    return { departments, departmentOf };
  }, [data, units]);
}

const byName = (one: string, other: string): number => one.localeCompare(other);
