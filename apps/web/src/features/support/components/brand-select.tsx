import { BRANDS } from '@spora/contract/brands';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { brandOfValue } from '../model.ts';

/** One brand, or all of them. */
export function BrandSelect(props: { value: number | null; onChange: (subsiteId: number | null) => void }): ReactNode {
  const t = useT();
  return (
    <SelectField
      label={t('BrandLabel')}
      value={props.value ?? ''}
      onChange={(event) => props.onChange(brandOfValue(event.target.value))}
    >
      <option value="">{t('AllBrands')}</option>
      {BRANDS.map(({ subsiteId, name }) => (
        <option key={subsiteId} value={subsiteId}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
