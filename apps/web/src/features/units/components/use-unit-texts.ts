import type { UnitRow } from '@spora/contract/units/endpoints';
import type { OpenMatter } from '@spora/contract/units/values';
import { ageText, useNow } from '../../../lib/age.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { stateText } from '../../../lib/kind-texts.ts';
import { measuresOf } from '../../../lib/measures.ts';
import type { Column } from '../list-model.ts';

/** What is a number in a file: boats' odometers in kilometres as all others', so that a column can be summed. */
const IN_FILE = {
  battery: { unit: 'V', of: (row: UnitRow) => row.battery_v },
  odometer: { unit: 'km', of: (row: UnitRow) => row.odometer_km },
  hours: { unit: 'h', of: (row: UnitRow) => row.operating_hours },
} as const;
const isNumberInFile = (column: Column): column is keyof typeof IN_FILE => column in IN_FILE;

/** The words of the list's columns and cells: the same on the screen and in the file. */
export function useUnitTexts() {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const title: Readonly<Record<Column, string>> = {
    registration: t('UnitPlateShort'),
    imei: t('Imei'),
    kind: t('Kind'),
    driver: t('SettingDriver'),
    department: t('Department'),
    project: t('Project'),
    tags: t('UnitTags'),
    state: t('SortState'),
    mode: t('UnitMode'),
    battery: t('UnitBattery'),
    odometer: t('UnitOdometer'),
    hours: t('UnitHours'),
    contact: t('LastContact'),
    subscription: t('UnitSubscription'),
  };
  const stateOf = (row: UnitRow): string => {
    if (row.is_retired) return t('UnitRetired');
    if (row.in_private_use) return t('NoPosition-private');
    if (row.state !== null) return stateText(row.state, row.kind, t);
    if (row.last_contact_at !== null) return t('NoPosition-no-fix');
    return t(row.locked_by === null ? 'NoPosition-never-connected' : 'State-locked');
  };
  /** MODE-008: both, where they differ. */
  const modeOf = ({ mode, requested_mode }: UnitRow): string => {
    const asked = requested_mode && t('ModePending', { mode: t(`Mode-${requested_mode}`) });
    return [mode && t(`Mode-${mode}`), asked].filter(Boolean).join(' · ');
  };
  const cell = (row: UnitRow, column: Column): string => {
    switch (column) {
      case 'registration':
        return row.registration_number ?? '';
      case 'imei':
        return row.imei ?? '';
      case 'kind':
        return t(`Kind-${row.kind}`);
      case 'driver':
        return row.driver ?? '';
      case 'department':
        return row.department ?? '';
      case 'project':
        return row.project ?? '';
      case 'tags':
        return row.tags.join(', ');
      case 'state':
        return stateOf(row);
      case 'odometer':
        return row.odometer_km === null ? '' : measuresOf(row.kind, format).odometer(row.odometer_km * 1000);
      case 'hours':
        return row.operating_hours === null ? '' : format.hours(row.operating_hours, 1);
      case 'mode':
        return modeOf(row);
      case 'battery':
        return row.battery_v === null ? '' : `${format.number(row.battery_v, 1)}\u00a0V`;
      case 'contact':
        return row.last_contact_at === null ? '' : ageText(row.last_contact_at, now, t);
      case 'subscription':
        return row.subscription_type;
    }
  };
  /** In a file an age would be old at once: it has the time, and a number for a spreadsheet to reckon with, its unit in the heading. */
  const inFile = (row: UnitRow, column: Column): string | number => {
    if (column === 'contact') return row.last_contact_at === null ? '' : format.dateTime(row.last_contact_at);
    if (!isNumberInFile(column)) return cell(row, column);
    const number = IN_FILE[column].of(row);
    return number === null ? '' : Math.round(number * 10) / 10;
  };
  const titleInFile = (column: Column): string =>
    isNumberInFile(column) ? `${title[column]} (${IN_FILE[column].unit})` : title[column];
  /** UNIT-003: what is not stated yet, in words. */
  const matters = (open: readonly OpenMatter[]): string => open.map((matter) => t(`OpenMatter-${matter}`)).join(', ');
  return { title, titleInFile, cell, inFile, matters };
}
