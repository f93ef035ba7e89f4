import type { AnnouncementRow } from '@spora/contract/support/back-office';
import { LANGUAGE_FACTS } from '@spora/messages/languages';
import { WRITTEN_LANGUAGES } from '@spora/messages/written-languages';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { MomentField } from '../../../ui/day-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { SafeText } from '../../accounts/public/safe-text.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { brandText } from '../model.ts';
import { useSupport, useSupportWrite } from '../queries.ts';
import { BrandSelect } from './brand-select.tsx';
import { Confirm } from './confirm.tsx';
import styles from '../support.module.css';

const ANNOUNCEMENT_MAX = 1000;

/** ADM-028: what stands above every page of a brand. */
export function AnnouncementsPage(): ReactNode {
  const t = useT();
  const [isWriting, setWriting] = useState(false);
  const list = useSupport('support.announcements', {});
  return (
    <div className={styles['screen']}>
      <div className={styles['head']}>
        <h1>{t('Support_announcements')}</h1>
        <Button look="primary" icon="plus" onClick={() => setWriting(true)}>
          {t('Announce')}
        </Button>
      </div>
      <p className={styles['soft']}>{t('AnnouncementsLead')}</p>
      <Loaded query={list} heights={rowsOf(44)} className={styles['rows']}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState icon="information" title={t('NoAnnouncements')} />
          ) : (
            rows.map((row) => <Announcement key={row.id} row={row} />)
          )
        }
      </Loaded>
      {isWriting && <AnnounceDialog onClose={() => setWriting(false)} />}
    </div>
  );
}

function Announcement(props: { row: AnnouncementRow }): ReactNode {
  const { row } = props;
  const t = useT();
  const format = useFormat();
  const [now] = useState(() => Date.now());
  const [isEnding, setEnding] = useState(false);
  const end = useSupportWrite('support.end-announcement');
  const isShown = row.ends_at === null || Date.parse(row.ends_at) > now;
  return (
    <article className={styles['case']}>
      <header className={styles['head']}>
        <h2>
          {brandText(row.subsite_id, t)} {isShown && <Badge tone="success">{t('AnnouncementShown')}</Badge>}
        </h2>
        <span className={styles['soft']}>
          {format.dateTime(row.starts_at)} – {row.ends_at === null ? t('UntilEnded') : format.dateTime(row.ends_at)}
        </span>
      </header>
      {WRITTEN_LANGUAGES.map((language) => (
        <p key={language} className={styles['message']} lang={LANGUAGE_FACTS[language].html}>
          <SafeText text={row[`text_${language}`]} />
        </p>
      ))}
      {isShown && (
        <div className={styles['line']}>
          <Button isSmall onClick={() => setEnding(true)}>
            {t('EndAnnouncement')}
          </Button>
        </div>
      )}
      {isEnding && (
        <Confirm
          title={t('EndAnnouncement')}
          action={t('EndAnnouncement')}
          isBusy={end.isPending}
          failure={end.error}
          onClose={() => setEnding(false)}
          onConfirm={() => end.mutate({ params: { id: row.id } }, { onSuccess: () => setEnding(false) })}
        >
          <p>{t('EndAnnouncementText', { brand: brandText(row.subsite_id, t) })}</p>
        </Confirm>
      )}
    </article>
  );
}

function AnnounceDialog(props: { onClose: () => void }): ReactNode {
  const { onClose } = props;
  const t = useT();
  const toasts = useToasts();
  const [subsite, setSubsite] = useState<number | null>(null);
  const [texts, setTexts] = useState({ text_sv: '', text_no: '', text_en: '' });
  const [until, setUntil] = useState('');
  const write = useSupportWrite('support.announce');
  const close = useCarefulClose(Object.values(texts).some(Boolean), onClose);
  const fields = useRefusals(write.error, { ...texts, ends_at: until });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (write.isPending) return;
    const ends_at = until === '' ? null : new Date(until).toISOString();
    write.mutate(
      { body: { subsite_id: subsite, ...texts, ends_at } },
      {
        onSuccess: () => {
          toasts.show({ text: t('AnnouncementIsShown', { brand: brandText(subsite, t) }) });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={t('Announce')} closeLabel={t('Close')} isOpen onClose={close}>
      <form className={styles['form']} noValidate onSubmit={submit}>
        <p className={styles['soft']}>{t('AnnounceText')}</p>
        <BrandSelect value={subsite} onChange={setSubsite} />
        {WRITTEN_LANGUAGES.map((language) => (
          <TextArea
            key={language}
            label={LANGUAGE_FACTS[language].name}
            lang={LANGUAGE_FACTS[language].html}
            rows={2}
            maxLength={ANNOUNCEMENT_MAX}
            value={texts[`text_${language}`]}
            onChange={(event) => setTexts((now) => ({ ...now, [`text_${language}`]: event.target.value }))}
            error={fields[`text_${language}`] ?? null}
          />
        ))}
        <MomentField
          label={t('AnnouncementEnds')}
          help={t('AnnouncementEndsHelp')}
          value={until}
          onChange={setUntil}
          error={fields['ends_at'] ?? null}
          texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
        />
        {texts.text_sv.trim() !== '' && (
          <div>
            <p className={styles['soft']}>{t('Preview')}</p>
            <Banner tone="information">
              <SafeText text={texts.text_sv} />
            </Banner>
          </div>
        )}
        <FailureBanner failure={write.error} ownFields={['text_sv', 'text_no', 'text_en', 'ends_at']} onRetry="submit" />
        <div className={styles['ends']}>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" isBusy={write.isPending}>
            {t('AnnounceDo', { brand: brandText(subsite, t) })}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
