import type { Unit } from '@spora/contract/units/endpoints';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { PickList, PickText } from '../../../ui/pick-list.tsx';
import { driverChoicesQuery, unitChoicesQuery } from '../queries.ts';
import styles from '../summary.module.css';
import { idsOf } from './report-search.ts';

interface FilterProps {
  /** IMEIs or ids with commas between; undefined: all. */
  readonly chosen: string | undefined;
  readonly onChange: (chosen: string | undefined) => void;
}

/** Which units a report is about. */
export function UnitFilter({ chosen, onChange }: FilterProps): ReactNode {
  const t = useT();
  const units = useQuery(unitChoicesQuery(useSend())).data?.units ?? [];
  return (
    <Choice
      label={t('Unit')}
      all={t('AllUnits')}
      selected={idsOf(chosen)}
      options={units.flatMap((unit) => (unit.imei === null ? [] : [{ value: unit.imei, label: nameOf(unit) }]))}
      many={(count) => t('UnitsChosen', { count })}
      onChange={onChange}
    />
  );
}

/** Which drivers a report is about; for administrators alone. */
export function DriverFilter({ chosen, onChange }: FilterProps): ReactNode {
  const t = useT();
  const drivers = useQuery(driverChoicesQuery(useSend())).data?.drivers ?? [];
  return (
    <Choice
      label={t('Drivers')}
      all={t('AllDrivers')}
      selected={idsOf(chosen)}
      options={drivers.map(({ id, name }) => ({ value: String(id), label: name }))}
      many={(count) => t('SummaryDriversChosen', { count })}
      onChange={onChange}
    />
  );
}

const nameOf = ({ name, registration_number }: Pick<Unit, 'name' | 'registration_number'>): string =>
  registration_number && registration_number !== name ? `${name} (${registration_number})` : name;

/** All of them, the one by its name, or how many. */
function Choice(props: {
  label: string;
  all: string;
  selected: readonly string[];
  options: readonly { value: string; label: string }[];
  many: (count: number) => string;
  onChange: (selected: string | undefined) => void;
}): ReactNode {
  const { label, selected, options } = props;
  const [only] = selected;
  const one = selected.length === 1 && options.find(({ value }) => value === only)?.label;
  const text = selected.length === 0 ? props.all : one || props.many(selected.length);
  return (
    <div className={styles['choice']}>
      <span className={styles['label']} aria-hidden>
        {label}
      </span>
      <PickList
        label={`${label}: ${text}`}
        searchLabel={label}
        isMultiple
        isSelect
        options={options}
        selected={selected}
        onChange={(values) => props.onChange(values.length === 0 ? undefined : values.join(','))}
      >
        <PickText>{text}</PickText>
      </PickList>
    </div>
  );
}
