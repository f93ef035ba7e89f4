import type { UnitRow } from '@spora/contract/units/endpoints';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { Loaded, rowsOf } from '../../ui/loaded.tsx';
import { addPhone } from '../../lib/add-phone.ts';
import { ADDRESSES } from '../../lib/addresses.ts';
import { PageLink, useGo, usePageSearch, useSearchPatch } from '../../lib/page-link.tsx';
import { csvText } from '../../lib/csv.ts';
import { saveCsv } from '../../lib/download.ts';
import { useListFile } from '../../lib/use-list-file.ts';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { useNow } from '../../lib/age.ts';
import { useFormat, useLanguage, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { useMedia } from '../../lib/use-media.ts';
import { Button } from '../../ui/button.tsx';
import { FormLink } from '../../ui/form-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { ActionMenu } from '../../ui/menu.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { BulkBar } from './components/bulk-bar.tsx';
import { ChangeCarDialog } from './components/change-car-dialog.tsx';
import { ReplaceDialog } from './components/replace-dialog.tsx';
import { UnitsHead } from './components/unit-filters.tsx';
import { UnitsTable, type Selection } from './components/units-table.tsx';
import { useUnitTexts } from './components/use-unit-texts.ts';
import { useUnitColumns } from './column-state.ts';
import { isNarrowed, shownRows, type Column, type Sort, type UnitSearch } from './list-model.ts';
import { unitRowsQuery } from './queries.ts';
import styles from './units-screen.module.css';

export interface UnitsScreenProps {
  readonly search: UnitSearch;
  readonly onSearch: (patch: UnitSearch) => void;
  readonly onClear: () => void;
}

/** NAV-015, UNIT-019: the list of units. Everything that narrows or orders it stands in the address. */
export function UnitsScreen(props: UnitsScreenProps): ReactNode {
  const { search } = props;
  const query = useQuery({
    ...unitRowsQuery(useSend(), search.show === 'retired'),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={query} heights={rowsOf(44)} className={styles['screen']}>
      {(data) => <UnitsList {...props} rows={data.units} can={data.can} />}
    </Loaded>
  );
}

/** NAV-015: the list of units, with what the address holds. */
export function UnitsPage(): ReactNode {
  const patch = useSearchPatch(ADDRESSES.units);
  const go = useGo();
  const search = usePageSearch(ADDRESSES.units);
  const { sort, order, columns } = search;
  return (
    <UnitsScreen
      search={search}
      onSearch={patch}
      onClear={() => void go({ to: ADDRESSES.units, search: { sort, order, columns }, replace: true })}
    />
  );
}

function UnitsList(
  props: UnitsScreenProps & { rows: readonly UnitRow[]; can: { readonly add: boolean; readonly bulk: boolean } },
): ReactNode {
  const { rows, can, search, onSearch } = props;
  const t = useT();
  const { language } = useLanguage();
  const now = useNow();
  // Only one choice goes by the clock.
  const byNow = search.show === 'lost' ? now : 0;
  const shown = useMemo(() => shownRows(rows, search, language, byNow), [rows, search, language, byNow]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const isPhone = useMedia('(width < 768px)');
  // What an empty list offers stands in its middle, once.
  const isEmpty = rows.length === 0 && !isNarrowed(search);
  const columns = useUnitColumns(search);
  const sort = search.sort ?? 'name';
  const inUse = rows.filter((row) => !row.is_retired).length;
  const imeis = shown.flatMap((row) => (row.imei === null ? [] : [row.imei]));
  // What is filtered away is not edited: only what can be seen counts.
  const effective = imeis.filter((imei) => chosen.has(imei));
  const isAll = imeis.length > 0 && effective.length === imeis.length;
  const selection: Selection | null =
    can.bulk && search.show !== 'retired'
      ? {
          chosen,
          isAll,
          toggle: (imei) => setChosen(toggled(chosen, imei)),
          toggleAll: () => setChosen(new Set(isAll ? [] : imeis)),
        }
      : null;
  const onSort = (column: Sort): void =>
    onSearch({
      sort: column === 'name' ? undefined : column,
      order: sort === column && search.order !== 'desc' ? 'desc' : undefined,
    });
  const file = useExport(shown, columns);
  return (
    <div className={styles['screen']}>
      <UnitsHead
        rows={rows}
        search={search}
        onSearch={onSearch}
        onExport={file.write}
        isExporting={file.isPending}
        count={
          isNarrowed(search) && search.show !== 'retired'
            ? t('UnitsOf', { shown: shown.length, count: inUse })
            : t('UnitsShown', { count: shown.length })
        }
        tools={
          <>
            <PageLink to={ADDRESSES.lowBattery} className={styles['link'] ?? ''}>
              {t('BatteryLink')}
            </PageLink>
            {can.add && <ByNumber />}
            {can.add && !isEmpty && <AddPhoneButton />}
          </>
        }
        action={can.add && !isEmpty && <AddLink isShort={isPhone} />}
      />
      <FailureBanner failure={file.error} onRetry={file.write} />
      {shown.length === 0 ? (
        <NothingShown isNarrowed={isNarrowed(search)} onClear={props.onClear} mayAdd={can.add} />
      ) : (
        <UnitsTable
          rows={shown}
          columns={columns}
          sort={sort}
          isDescending={search.order === 'desc'}
          onSort={onSort}
          selection={selection}
        />
      )}
      {selection && effective.length > 0 && <BulkBar imeis={effective} onClear={() => setChosen(new Set())} />}
    </div>
  );
}

function toggled(set: ReadonlySet<string>, value: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}

function AddPhoneButton(): ReactNode {
  const t = useT();
  return (
    <Button icon="phone" onClick={addPhone}>
      {t('AddPhone')}
    </Button>
  );
}

function AddLink({ isShort = false }: { isShort?: boolean }): ReactNode {
  const t = useT();
  return (
    <FormLink to={ADDRESSES.addUnit} look="primary" label={t('AddUnit')}>
      {t(isShort ? 'AddUnitShort' : 'AddUnit')}
    </FormLink>
  );
}

/** UNIT-008: another tracker or another vehicle, where one has the vehicle before one and not its place in the list. */
function ByNumber(): ReactNode {
  const t = useT();
  const toasts = useToasts();
  const go = useGo();
  const [opened, setOpened] = useState<'replace' | 'change-car' | null>(null);
  const close = (): void => setOpened(null);
  const done = (text: string): void => {
    toasts.show({ text });
    close();
  };
  return (
    <>
      <ActionMenu
        label={t('UnitByNumber')}
        trigger={<MenuButton look="plain">{t('UnitByNumber')}</MenuButton>}
        groups={[
          {
            choices: [
              { id: 'replace', label: t('UnitReplace') },
              { id: 'change-car', label: t('UnitChangeCar', { kind: 'vehicle' }) },
            ],
            onChoose: (id) => setOpened(id === 'replace' ? 'replace' : 'change-car'),
          },
        ]}
      />
      {opened === 'replace' && (
        <ReplaceDialog
          unit={null}
          onClose={close}
          onReplaced={(imei) => {
            done(t('UnitReplacedByNumber'));
            void go({ to: ADDRESSES.editUnit, search: { imei } });
          }}
        />
      )}
      {opened === 'change-car' && (
        <ChangeCarDialog unit={null} onClose={close} onChanged={(name) => done(t('UnitCarChanged', { name }))} />
      )}
    </>
  );
}

function NothingShown(props: { isNarrowed: boolean; onClear: () => void; mayAdd: boolean }): ReactNode {
  const t = useT();
  const user = useUser();
  if (props.isNarrowed)
    return (
      <EmptyState icon="search" title={t('NoMatchTitle')} action={<Button onClick={props.onClear}>{t('ShowAllUnits')}</Button>}>
        {t('NoMatchText')}
      </EmptyState>
    );
  return (
    <EmptyState
      icon="plus"
      title={t(props.mayAdd ? 'EmptyMapTitle' : 'EmptyMapTitleUser')}
      action={
        props.mayAdd && (
          <>
            <AddLink />
            <AddPhoneButton />
          </>
        )
      }
    >
      {props.mayAdd ? t('EmptyMapAdmin') : t('EmptyMapUser', { account: user.AccountName })}
    </EmptyState>
  );
}

/** The rows as they are shown, with the chosen columns, as a file. */
function useExport(rows: readonly UnitRow[], columns: readonly Column[]) {
  const t = useT();
  const format = useFormat();
  const texts = useUnitTexts();
  const file = useListFile(() => {
    const head = [t('SortName'), ...columns.map((column) => texts.titleInFile(column)), t('UnitLockedColumn')];
    const lines = rows.map((row) => [row.name, ...columns.map((column) => texts.inFile(row, column)), row.locked_by ?? '']);
    saveCsv(csvText([head, ...lines], format.language), `${t('UnitList').toLowerCase()}-${format.day(new Date())}.csv`);
  });
  return { ...file, write: () => file.mutate({ list: 'units', format: 'csv', rows: rows.length }) };
}
