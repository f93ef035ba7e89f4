import { lazy, Suspense, type ReactNode } from 'react';
import { isNewDesign } from '../../lib/design-flag.ts';
import { usePublicConfig } from '../../lib/public-config.tsx';

const Wizard = lazy(() => import('./wizard.tsx').then((module) => ({ default: module.RegistrationWizard })));
const LegacyForm = lazy(() => import('./legacy-form.tsx').then((module) => ({ default: module.LegacyForm })));

/** NAV-003, REG-017: the wizard, or the single form where the brand has kept the older design. */
export function RegisterScreen(): ReactNode {
  const { brand } = usePublicConfig();
  return <Suspense fallback={null}>{isNewDesign(brand.subsiteId) ? <Wizard /> : <LegacyForm />}</Suspense>;
}
