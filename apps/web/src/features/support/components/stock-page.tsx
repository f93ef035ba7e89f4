import type { StockRow } from '@spora/contract/support/back-office';
import { STOCK_PAGE } from '@spora/contract/limits';
import { useState, type ReactNode } from 'react';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import { saveRewritten } from '../../../lib/download.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useSettledText } from '../../../lib/use-settled-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Table } from '../../../ui/table.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { stockFile } from '../files.ts';
import { brandOfValue, brandText } from '../model.ts';
import { useSupport } from '../queries.ts';
import { useSearch } from '../use-search.ts';
import { BrandSelect } from './brand-select.tsx';
import { StockDialog } from './stock-dialog.tsx';
import styles from '../support.module.css';

const STATES = ['all', 'free', 'registered'] as const;

/** ADM-028: the trackers that customers may register. */
export function StockPage(): ReactNode {
  const t = useT();
  const format = useFormat();
  const errors = useErrorText();
  const toasts = useToasts();
  const send = useSend();
  const [search, change] = useSearch();
  const [typed, setTyped] = useSettledText(search.get('q') ?? '', (q) => change({ q, page: '' }));
  const state = STATES.find((each) => each === search.get('state')) ?? 'all';
  const subsite = search.get('brand') === null ? null : brandOfValue(search.get('brand') ?? '');
  const page = Math.max(1, Number(search.get('page')) || 1);
  const q = search.get('q');
  const [isAdding, setAdding] = useState(false);
  const filter = { state, ...(q ? { q } : {}), ...(subsite === null ? {} : { subsite }) };
  const stock = useSupport('support.stock', { query: { ...filter, page } });
  const download = (): void =>
    void send({ id: 'support.export-stock', query: filter })
      .then((answer) => saveRewritten(answer, 'stock.csv', (text) => stockFile(text, { t, format })))
      .catch((error: unknown) => toasts.show({ tone: 'danger', text: errors.text(error) }));
  return (
    <div className={styles['screen']}>
      <div className={styles['head']}>
        <h1>{t('Support_stock')}</h1>
        <div className={styles['line']}>
          <Button icon="download" onClick={download}>
            {t('DownloadCsv')}
          </Button>
          <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
            {t('AddStock')}
          </Button>
        </div>
      </div>
      <div className={styles['filters']} role="search" aria-label={t('Support_stock')}>
        <div className={styles['search']}>
          <SearchField label={t('FindImei')} clearLabel={t('ClearSearch')} value={typed} onChange={setTyped} isPageSearch />
        </div>
        <SelectField
          label={t('StockState')}
          value={state}
          onChange={(event) => change({ state: event.target.value === 'all' ? '' : event.target.value, page: '' })}
        >
          {STATES.map((each) => (
            <option key={each} value={each}>
              {t(`StockState_${each}`)}
            </option>
          ))}
        </SelectField>
        <BrandSelect value={subsite} onChange={(next) => change({ brand: next === null ? '' : String(next), page: '' })} />
      </div>
      <Loaded query={stock} heights={rowsOf(44)} className={styles['rows']}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <EmptyState icon="truck" title={t('NoStock')}>
              {t('NoStockText')}
            </EmptyState>
          ) : (
            <>
              <p className={styles['soft']}>{t('StockCount', { count: total })}</p>
              <StockTable rows={rows} />
              {total > STOCK_PAGE && (
                <div className={styles['line']}>
                  <Button isSmall icon="chevron-left" disabled={page === 1} onClick={() => change({ page: String(page - 1) })}>
                    {t('PagePrevious')}
                  </Button>
                  <span className={styles['soft']}>{t('PageOf', { page, pages: Math.ceil(total / STOCK_PAGE) })}</span>
                  <Button isSmall disabled={page * STOCK_PAGE >= total} onClick={() => change({ page: String(page + 1) })}>
                    {t('PageNext')}
                  </Button>
                </div>
              )}
            </>
          )
        }
      </Loaded>
      {isAdding && <StockDialog families={stock.data?.families ?? []} onClose={() => setAdding(false)} />}
    </div>
  );
}

function StockTable(props: { rows: readonly StockRow[] }): ReactNode {
  const t = useT();
  const format = useFormat();
  return (
    <Table
      label={t('Support_stock')}
      head={
        <>
          <th scope="col">{t('ImeiColumn')}</th>
          <th scope="col">{t('StockState')}</th>
          <th scope="col">{t('BrandLabel')}</th>
          <th scope="col">{t('SubscriptionColumn')}</th>
          <th scope="col">{t('FamilyColumn')}</th>
          <th scope="col">{t('StockAdded')}</th>
        </>
      }
    >
      {props.rows.map((row) => (
        <tr key={row.imei}>
          <th scope="row" className={styles['number']}>
            {row.imei}
          </th>
          <td data-label={t('StockState')}>
            {row.registered_at === null ? (
              <Badge tone="success">{t('StockState_free')}</Badge>
            ) : (
              <Badge>{t('StockRegistered', { time: format.dateTime(row.registered_at) })}</Badge>
            )}
          </td>
          <td data-label={t('BrandLabel')}>{brandText(row.subsite_id, t)}</td>
          <td data-label={t('SubscriptionColumn')}>{row.subscription_type}</td>
          <td data-label={t('FamilyColumn')}>{row.family}</td>
          <td data-label={t('StockAdded')}>{format.dateTime(row.added_at)}</td>
        </tr>
      ))}
    </Table>
  );
}
