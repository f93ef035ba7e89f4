import type { TermsRow } from '@spora/contract/support/back-office';
import { LANGUAGE_FACTS, languagesFrom } from '@spora/messages/languages';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import { useT } from '../../../lib/i18n.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DayField } from '../../../ui/day-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Table } from '../../../ui/table.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { TermsText } from '../../accounts/public/terms-text.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { brandText } from '../model.ts';
import { useSupport, useSupportWrite } from '../queries.ts';
import { BrandSelect } from './brand-select.tsx';
import styles from '../support.module.css';

const CHOICES = languagesFrom('sv');
type TermsLanguage = TermsRow['language'];

/** ADM-028: terms by brand and language, each from its day on; what applies is never changed, another text follows it. */
export function TermsPage(): ReactNode {
  const t = useT();
  const [shown, setShown] = useState<TermsRow | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const terms = useSupport('support.list-terms', {});
  return (
    <div className={styles['screen']}>
      <div className={styles['head']}>
        <h1>{t('Support_terms')}</h1>
        <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
          {t('AddTerms')}
        </Button>
      </div>
      <p className={styles['soft']}>{t('TermsLead')}</p>
      <Loaded query={terms} heights={rowsOf(44)} className={styles['rows']}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState icon="log" title={t('NoTerms')} />
          ) : (
            <Table
              label={t('Support_terms')}
              head={
                <>
                  <th scope="col">{t('TermsFrom')}</th>
                  <th scope="col">{t('BrandLabel')}</th>
                  <th scope="col">{t('Language')}</th>
                  <th scope="col">
                    <span className="visually-hidden">{t('ShowTerms')}</span>
                  </th>
                </>
              }
            >
              {rows.map((row) => (
                <tr key={row.id}>
                  <th scope="row">
                    {row.valid_from} {row.valid_from > today && <Badge tone="information">{t('TermsToCome')}</Badge>}
                  </th>
                  <td data-label={t('BrandLabel')}>{brandText(row.subsite_id, t)}</td>
                  <td data-label={t('Language')}>{LANGUAGE_FACTS[row.language].name}</td>
                  <td>
                    <Button isSmall icon="eye" onClick={() => setShown(row)}>
                      {t('ShowTerms')}
                    </Button>
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Loaded>
      {shown && (
        <Dialog
          title={t('TermsTitleOf', { brand: brandText(shown.subsite_id, t), day: shown.valid_from })}
          closeLabel={t('Close')}
          isOpen
          onClose={() => setShown(null)}
        >
          <div className={styles['read']} lang={LANGUAGE_FACTS[shown.language].html}>
            <TermsText body={shown.body} />
          </div>
        </Dialog>
      )}
      {isAdding && <TermsDialog today={today} onClose={() => setAdding(false)} />}
    </div>
  );
}

/** Written, then read as its readers will, then added: it cannot be taken back. */
function TermsDialog(props: { today: string; onClose: () => void }): ReactNode {
  const { today, onClose } = props;
  const t = useT();
  const toasts = useToasts();
  const [subsite, setSubsite] = useState<number | null>(null);
  const [language, setLanguage] = useState<TermsLanguage>('sv');
  const [from, setFrom] = useState(today);
  const [body, setBody] = useState('');
  const [isRead, setRead] = useState(false);
  const write = useSupportWrite('support.add-terms');
  const close = useCarefulClose(body.trim() !== '', onClose);
  const fields = useRefusals(write.error, { valid_from: from, body });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (write.isPending) return;
    if (!isRead && body.trim() !== '') return setRead(true);
    add();
  };
  const add = (): void =>
    write.mutate(
      { body: { subsite_id: subsite, language, valid_from: from, body } },
      {
        onSuccess: () => {
          toasts.show({ text: t('Saved') });
          onClose();
        },
        onError: () => setRead(false),
      },
    );
  return (
    <Dialog title={isRead ? t('Preview') : t('AddTerms')} closeLabel={t('Close')} isOpen onClose={close}>
      <form className={styles['form']} noValidate onSubmit={submit}>
        {isRead ? (
          <>
            <p>{t('TermsConfirm', { brand: brandText(subsite, t), language: LANGUAGE_FACTS[language].name, day: from })}</p>
            <div className={styles['read']} lang={LANGUAGE_FACTS[language].html}>
              <TermsText body={body} />
            </div>
          </>
        ) : (
          <>
            <div className={styles['three']}>
              <BrandSelect value={subsite} onChange={setSubsite} />
              <SelectField
                label={t('Language')}
                value={language}
                onChange={(event) => setLanguage(CHOICES.find((each) => each === event.target.value) ?? 'sv')}
              >
                {CHOICES.map((each) => (
                  <option key={each} value={each}>
                    {LANGUAGE_FACTS[each].name}
                  </option>
                ))}
              </SelectField>
              <DayField
                label={t('TermsFrom')}
                min={today}
                value={from}
                onChange={(day) => day !== '' && setFrom(day)}
                error={fields['valid_from'] ?? null}
                texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
              />
            </div>
            <TextArea
              label={t('TermsBody')}
              help={t('TermsBodyHelp')}
              rows={12}
              value={body}
              onChange={(event) => setBody(event.target.value)}
              error={fields['body'] ?? null}
            />
          </>
        )}
        <FailureBanner failure={write.error} ownFields={['valid_from', 'body']} onRetry={add} />
        <div className={styles['ends']}>
          {isRead ? (
            <Button onClick={() => setRead(false)}>{t('KeepEditing')}</Button>
          ) : (
            <Button onClick={close}>{t('Cancel')}</Button>
          )}
          <Button type="submit" look="primary" isBusy={write.isPending}>
            {isRead ? t('AddTerms') : t('Preview')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
