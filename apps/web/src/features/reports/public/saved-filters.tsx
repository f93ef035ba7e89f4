import type { ReportId } from '@spora/contract/reports/tables';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import type { OnReportSearch } from './report-filters.tsx';
import type { ReportSearch } from './report-search.ts';

const PresetsDialog = lazy(() =>
  import('../components/presets-dialog.tsx').then((module) => ({ default: module.PresetsDialog })),
);

/** REP-017: the filters of a report under names, beside those that are chosen. `search` is what the page's address holds. */
export function SavedFilters(props: {
  report: ReportId;
  search: ReportSearch;
  /** What of it is of the moment, and in no filter that is saved. */
  passing?: readonly string[] | undefined;
  onSearch: OnReportSearch;
  today: string;
}): ReactNode {
  const { report, search, passing, onSearch, today } = props;
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" isSmall isWrite={false} icon="bookmark" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('PresetMenu')}
      </Button>
      {isOpen && (
        <Suspense>
          <PresetsDialog
            report={report}
            search={textsOf(search, passing)}
            today={today}
            onUse={(texts) => onSearch({ ...asUsual(search), ...texts })}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** What the address holds, as a preset keeps it. */
const textsOf = (search: ReportSearch, passing: readonly string[] = []): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(search).filter(([name, value]) => value !== undefined && !passing.includes(name)));
/** What the address holds now and a preset leaves out is as usual again. */
const asUsual = (search: ReportSearch): Readonly<Record<string, undefined>> =>
  Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));
