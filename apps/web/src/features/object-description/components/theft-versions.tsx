import type { TheftPage } from '@spora/contract/object-description/endpoints';
import { LANGUAGE_FACTS, LANGUAGES } from '@spora/messages/languages';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { callFile } from '../../../lib/call.ts';
import { saveAnswer } from '../../../lib/download.ts';
import { useErrorText, useFormat, useLanguage, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { Section } from '../../../ui/section.tsx';
import styles from './object.module.css';

const CHOICES = LANGUAGES.map((value) => ({ value, label: LANGUAGE_FACTS[value].name }));

/** OBJ-008: every version, each on paper in the language of whoever is to read it. */
export function TheftVersions(props: { imei: string; versions: TheftPage['versions'] }): ReactNode {
  const { imei, versions } = props;
  const t = useT();
  const errors = useErrorText();
  const format = useFormat();
  const send = useSend();
  const { language } = useLanguage();
  const [lang, setLang] = useState(language);
  const pdf = useMutation({
    mutationFn: async (version: number) => {
      const answer = await callFile(send, 'object-description.theft-report-pdf', { params: { imei }, query: { version, lang } });
      await saveAnswer(answer, `${t('TheftFileName')} ${version}.pdf`);
    },
  });
  return (
    <Section
      title={t('TheftVersions')}
      action={<Select label={t('TheftPdfLanguage')} value={lang} options={CHOICES} onChange={setLang} />}
    >
      <ul className={styles['rows']}>
        {versions.map(({ version, created_at, created_by }) => (
          <li key={version} className={styles['row']}>
            <div className={styles['rowText']}>
              <strong>{t('TheftVersion', { version })}</strong>
              <span>
                <time dateTime={created_at}>{format.dateTime(created_at)}</time>
                {created_by !== '' && ` · ${t('TheftMadeBy', { name: created_by })}`}
              </span>
            </div>
            <Button
              isSmall
              icon="download"
              aria-label={t('TheftPdfOf', { version })}
              isBusy={pdf.isPending && pdf.variables === version}
              onClick={() => pdf.mutate(version)}
            >
              {t('TheftPdf')}
            </Button>
          </li>
        ))}
      </ul>
      {pdf.isError && <Banner tone="danger">{errors.text(pdf.error)}</Banner>}
    </Section>
  );
}
