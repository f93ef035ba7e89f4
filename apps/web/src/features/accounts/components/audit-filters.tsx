import { AUDIT_GROUPS, type AuditGroup } from '@spora/contract/accounts/audit-actions';
import { DAY_MS } from '@spora/calendar/durations';
import type { AuditAction } from '@spora/contract/accounts/audit-actions';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNow } from '../../../lib/age.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useMedia } from '../../../lib/use-media.ts';
import { useSettledText } from '../../../lib/use-settled-text.ts';
import { Button } from '../../../ui/button.tsx';
import { DateRangeField } from '../../../ui/date-range-field.tsx';
import { FilterSheet } from '../../../ui/filter-sheet.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { hasAuditFilters, type AuditSearch } from '../audit-model.ts';
import { actionText } from '../audit-sentence.ts';
import { actorsQuery } from '../queries.ts';
import styles from '../audit-screen.module.css';

/** A month, as a beginning: the address has none until somebody chooses. */
const SPAN_DAYS = 30;

/** Days back from today that are chosen at one press. */
const DAYS_BACK = { today: 0, week: 6 } as const;

export function AuditFilters(props: {
  search: AuditSearch;
  onSearch: (patch: Partial<AuditSearch>) => void;
  /** What the log is, beside the filters on a phone. */
  lead: ReactNode;
  /** The button of the file, beside that of the filters on a phone. */
  file: ReactNode;
}): ReactNode {
  const { search, onSearch } = props;
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const users = useQuery(actorsQuery(useSend())).data?.user ?? [];
  const [text, setText] = useSettledText(search.q ?? '', (q) => onSearch({ q: q || undefined }));
  const isWide = useMedia('(min-width: 768px)');
  const clear = (): void => {
    setText('');
    onSearch({ q: undefined, action: undefined, by: undefined, from: undefined, to: undefined });
  };
  const actions = (Object.keys(AUDIT_GROUPS) as AuditGroup[]).flatMap((group) =>
    AUDIT_GROUPS[group]
      .map((action: AuditAction) => ({ value: action, label: actionText(action, t), group: t(`AuditGroup-${group}`) }))
      .toSorted((a, b) => a.label.localeCompare(b.label, format.language)),
  );
  const spanOf = (days: number) => ({ from: format.day(now - days * DAY_MS), to: format.day(now) });
  const isSpan = ({ from, to }: { from: string; to: string }): boolean => search.from === from && search.to === to;
  const period = !search.from ? '' : ((['today', 'week'] as const).find((each) => isSpan(spanOf(DAYS_BACK[each]))) ?? 'custom');
  const choices = (
    <>
      <Select<'' | AuditAction>
        label={t('AuditAction')}
        className={styles['filter']}
        value={search.action ?? ''}
        isActive={Boolean(search.action)}
        searchLabel={t('AuditSearchActions')}
        options={[{ value: '', label: t('AuditAllActions') }, ...actions]}
        onChange={(action) => onSearch({ action: action || undefined })}
      />
      <Select
        label={t('AuditActor')}
        className={styles['filter']}
        value={search.by ?? ''}
        isActive={Boolean(search.by)}
        searchLabel={t('SearchUsers')}
        options={[
          { value: '', label: t('AuditAllActors') },
          ...users.map((user) => ({ value: String(user.id), label: user.full_name })),
        ]}
        onChange={(by) => onSearch({ by: by || undefined })}
      />
      <Select
        label={t('Period')}
        className={styles['filter']}
        value={period}
        isActive={Boolean(search.from)}
        options={[
          { value: '', label: t('AuditAllTime') },
          { value: 'today', label: t('PeriodToday') },
          { value: 'week', label: t('AuditWeek') },
          { value: 'custom', label: t('PeriodCustom') },
        ]}
        onChange={(choice) =>
          onSearch(
            choice === '' ? { from: undefined, to: undefined } : spanOf(choice === 'custom' ? SPAN_DAYS : DAYS_BACK[choice]),
          )
        }
      />
      {period === 'custom' && search.from && search.to && (
        <DateRangeField
          label={t('Period')}
          value={{ from: search.from, to: search.to }}
          texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
          onChange={onSearch}
        />
      )}
    </>
  );
  return (
    <div className={styles['filters']} role="search" aria-label={t('AuditTitle')}>
      <div className={styles['search']}>
        <SearchField label={t('AuditSearch')} clearLabel={t('ClearSearch')} value={text} onChange={setText} isPageSearch />
      </div>
      {isWide ? (
        choices
      ) : (
        <FilterSheet
          label={t('Filters')}
          count={[search.action, search.by, search.from].filter(Boolean).length}
          doneText={t('AuditShow')}
          onClear={clear}
          more={props.lead}
        >
          {choices}
        </FilterSheet>
      )}
      {props.file}
      {hasAuditFilters(search) && isWide && (
        <Button look="quiet" onClick={clear}>
          {t('ClearFilters')}
        </Button>
      )}
    </div>
  );
}
