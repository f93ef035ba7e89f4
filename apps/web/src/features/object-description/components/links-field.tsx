import type { MessageKey } from '@spora/messages/keys';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { isWebLink } from '../model.ts';
import frame from '../../../ui/section.module.css';
import styles from './object.module.css';

const LINKS_MAX = 10;

/** OBJ-007: links that open in a new tab, which is told neither where it was opened from nor by whom. */
export function LinksField(props: {
  links: readonly string[];
  faults: ReadonlyMap<number, MessageKey> | undefined;
  refused: Readonly<Record<string, string>>;
  isReadOnly: boolean;
  onChange: (links: string[]) => void;
}): ReactNode {
  const { links, isReadOnly, onChange } = props;
  const t = useT();
  return (
    <div className={styles['group']} role="group" aria-label={t('ObjectLinks')}>
      <h4 className={styles['groupTitle']}>{t('ObjectLinks')}</h4>
      <p className={frame['soft']}>{t('ObjectLinksHelp')}</p>
      {links.map((link, index) => {
        const number = index + 1;
        const error = props.faults?.has(index) ? t('LinkInvalid') : (props.refused[`links.${index}`] ?? null);
        return (
          <div key={index} className={styles['linkRow']} data-invalid={error !== null}>
            <TextField
              label={t('ObjectLink', { number })}
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="https://"
              value={link}
              disabled={isReadOnly}
              maxLength={500}
              onChange={(event) => onChange(links.map((each, i) => (i === index ? event.target.value : each)))}
              error={error}
            />
            <span className={styles['linkEnds']}>
              {isWebLink(link) && (
                <a href={link.trim()} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
                  {t('ObjectLinkOpen')}
                </a>
              )}
              {!isReadOnly && (
                <IconButton
                  icon="close"
                  isSmall
                  label={t('ObjectLinkRemove', { number })}
                  onClick={() => onChange(links.filter((_, i) => i !== index))}
                />
              )}
            </span>
          </div>
        );
      })}
      {!isReadOnly && links.length < LINKS_MAX && (
        <div>
          <Button isSmall icon="plus" onClick={() => onChange([...links, ''])}>
            {t('ObjectLinkAdd')}
          </Button>
        </div>
      )}
    </div>
  );
}
