import { ALARM_CLASSES, ALARM_KIND_NAMES, ALARM_URGENCIES, kindsOfClass, urgencyOf } from '@spora/contract/alarms/kinds';
import { brandOf } from '@spora/contract/brands';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { DaySpanFields } from '../../../ui/day-span-fields.tsx';
import { FilterSheet } from '../../../ui/filter-sheet.tsx';
import { PickField } from '../../../ui/pick-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { type AlarmsSearch, filterCount, NO_FILTERS, SHOWN_STATES } from './search.ts';

/** What is changed of the address; a text is judged by the page itself, as one that somebody typed. */
export type AlarmsPatch = { readonly [Name in keyof AlarmsSearch]?: AlarmsSearch[Name] | string | undefined };

export interface FiltersProps {
  readonly search: AlarmsSearch;
  readonly onSearch: (patch: AlarmsPatch) => void;
}

/** In a line; on a phone behind one button, with what else is seldom changed. */
export function Filters(props: FiltersProps & { more?: ReactNode }): ReactNode {
  const t = useT();
  const { state, urgency, type, kind, unit, from, to } = props.search;
  const units = useQuery({ ...endpointQuery(useSend(), 'units.list', {}), enabled: unit !== undefined });
  const named = [
    state && t(`AlarmsState-${state}`),
    urgency && t(`AlarmUrgency-${urgency}`),
    type && t(`AlarmsClass-${type}`),
    kind && t(`AlarmKind_${kind}`),
    unit && units.data?.units.find(({ imei }) => imei === unit)?.name,
    (from ?? to) && `${from ?? ''}–${to ?? ''}`,
  ];
  return (
    <FilterSheet
      label={t('Filters')}
      count={filterCount(props.search)}
      named={named.filter(Boolean).join(' · ')}
      doneText={t('AlarmsFilterDone')}
      onClear={() => props.onSearch(NO_FILTERS)}
      more={props.more}
    >
      <Fields {...props} />
    </FilterSheet>
  );
}

function Fields({ search, onSearch }: FiltersProps): ReactNode {
  const t = useT();
  const user = useUser();
  const units = useQuery(endpointQuery(useSend(), 'units.list', {}));
  const kinds = (search.type ? kindsOfClass(search.type, brandOf(user.SubsiteID)) : ALARM_KIND_NAMES).filter(
    (kind) => search.urgency === undefined || urgencyOf(kind) === search.urgency,
  );
  return (
    <>
      <SelectField
        label={t('AlarmsState')}
        value={search.state ?? 'open'}
        onChange={({ target }) => onSearch({ state: target.value === 'open' ? undefined : target.value })}
      >
        {SHOWN_STATES.map((state) => (
          <option key={state} value={state}>
            {t(`AlarmsState-${state}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('AlarmsUrgency')}
        value={search.urgency ?? ''}
        onChange={({ target }) => onSearch({ urgency: target.value || undefined, kind: undefined })}
      >
        <option value="">{t('AlarmsUrgency-all')}</option>
        {ALARM_URGENCIES.map((each) => (
          <option key={each} value={each}>
            {t(`AlarmUrgency-${each}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('AlarmsClass')}
        value={search.type ?? ''}
        onChange={({ target }) => onSearch({ type: target.value || undefined, kind: undefined })}
      >
        <option value="">{t('AlarmsClass-all')}</option>
        {ALARM_CLASSES.map((each) => (
          <option key={each} value={each}>
            {t(`AlarmsClass-${each}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('AlarmsKind')}
        value={search.kind ?? ''}
        onChange={({ target }) => onSearch({ kind: target.value || undefined })}
      >
        <option value="">{t('AlarmsKind-all')}</option>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`AlarmKind_${kind}`)}
          </option>
        ))}
      </SelectField>
      <PickField
        label={t('AlarmsUnit')}
        value={search.unit ?? ''}
        noneText={t('AlarmsUnit-all')}
        options={(units.data?.units ?? []).flatMap(({ imei, name }) => (imei ? [{ value: imei, label: name }] : []))}
        onChange={(unit) => onSearch({ unit: unit || undefined })}
      />
      <DaySpanFields fromLabel={t('AlarmsFrom')} toLabel={t('AlarmsTo')} from={search.from} to={search.to} onChange={onSearch} />
    </>
  );
}
