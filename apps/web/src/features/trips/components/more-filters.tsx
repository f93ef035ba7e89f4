import { LANGUAGE_FACTS } from '@spora/messages/languages';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { numberText, readNumber } from '../../../lib/number-text.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { PickList, PickText } from '../../../ui/pick-list.tsx';
import { PopoverButton } from '../../../ui/popover-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { choicesQuery } from '../queries.ts';
import {
  DISTANCE_MAX_KM,
  joinList,
  LISTS,
  moreCount,
  splitList,
  type ListFilter,
  type TripSearch,
} from '../public/trip-search.ts';
import styles from './more-filters.module.css';

interface Props {
  readonly search: TripSearch;
  readonly onChange: (patch: Partial<TripSearch>) => void;
}

/** TRIP-018: the filters that are wanted now and then, behind one button that tells how many are set. */
export function MoreFilters(props: Props): ReactNode {
  const t = useT();
  const count = moreCount(props.search);
  return (
    <PopoverButton label={count > 0 ? t('MoreFiltersSet', { count }) : t('MoreFilters')} icon="filter">
      <MoreFields {...props} />
    </PopoverButton>
  );
}

/** The same without a button, where they stand among the others. */
export function MoreFields(props: Props): ReactNode {
  const { search, onChange } = props;
  const t = useT();
  const send = useSend();
  const choices = useQuery(choicesQuery(send)).data;
  const named = (names: readonly string[] = []) => names.map((value) => ({ value, label: value }));
  const lists: Record<ListFilter, { label: string; all: string; options: { value: string; label: string }[] }> = {
    drivers: {
      label: t('Drivers'),
      all: t('AllDrivers'),
      options: (choices?.drivers ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    },
    departments: { label: t('Department'), all: t('AllDepartments'), options: named(choices?.departments) },
    tags: { label: t('Tags'), all: t('AllTags'), options: named(choices?.tags) },
    projects: { label: t('Project'), all: t('AllProjects'), options: named(choices?.projects) },
    places: {
      label: t('Places'),
      all: t('AllPlaces'),
      options: (choices?.places ?? []).map(({ id, label }) => ({ value: String(id), label })),
    },
  };
  return (
    <div className={styles['panel']}>
      {LISTS.map((name) => {
        const { label, all, options } = lists[name];
        const selected = splitList(search[name]);
        if (options.length === 0 && selected.length === 0) return null;
        const chosen = options.filter(({ value }) => selected.includes(value)).map((option) => option.label);
        return (
          <div key={name} className={styles['field']}>
            <span className={styles['label']}>{label}</span>
            <PickList
              label={`${label}: ${chosen.join(', ') || all}`}
              searchLabel={label}
              isMultiple
              options={options}
              selected={selected}
              onChange={(values) => onChange({ [name]: joinList(values) })}
            >
              <PickText>{chosen.join(', ') || all}</PickText>
            </PickList>
          </div>
        );
      })}
      <div className={styles['field']}>
        <span className={styles['label']}>{t('Attested')}</span>
        <Select
          label={t('Attested')}
          value={search.attested ?? ''}
          isActive={search.attested !== undefined}
          options={[
            { value: '', label: t('AttestedAny') },
            { value: 'yes', label: t('AttestedYes') },
            { value: 'no', label: t('AttestedNo') },
          ]}
          onChange={(value) => onChange({ attested: value === '' ? undefined : value })}
        />
      </div>
      <div className={styles['pair']}>
        <Kilometre label={t('DistanceFrom')} value={search.min} onChange={(min) => onChange({ min })} />
        <Kilometre label={t('DistanceTo')} value={search.max} onChange={(max) => onChange({ max })} />
      </div>
      <CheckBox
        label={t('OutsideHours')}
        help={t('OutsideHoursHelp')}
        checked={search.hours === 'outside'}
        onChange={(isOn) => onChange({ hours: isOn ? 'outside' : undefined })}
      />
      <CheckBox
        label={t('OdometerExplainedOnly')}
        checked={search.odometer === 'explained'}
        onChange={(isOn) => onChange({ odometer: isOn ? 'explained' : undefined })}
      />
    </div>
  );
}

/** Kilometres and tenths of them; what is no number changes nothing, and says so. */
function Kilometre(props: {
  label: string;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}): ReactNode {
  const t = useT();
  const sign = LANGUAGE_FACTS[useLanguage().language].decimalSign;
  const textOf = (value: number | undefined): string => numberText(value ?? null, sign);
  const [text, setText] = useState(textOf(props.value));
  const [isWrong, setWrong] = useState(false);
  const commit = (): void => {
    const number = readNumber(text);
    const isNone = number === undefined || (number ?? 0) > DISTANCE_MAX_KM;
    setWrong(isNone);
    if (isNone) return;
    const next = Math.round((number ?? 0) * 10) / 10 || undefined;
    if (next !== props.value) props.onChange(next);
    setText(textOf(next));
  };
  return (
    <TextField
      label={props.label}
      inputMode="decimal"
      value={text}
      maxLength={7}
      error={isWrong ? t('UnitNumberInvalid') : null}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
      trailing={<span className={styles['km']}>km</span>}
    />
  );
}
