import { Page } from '../../../components/page.tsx'
import { CommandLineSection } from '../components/command-line-section.tsx'
import { DisplaySection } from '../components/display-section.tsx'
import { LinkedSection } from '../components/linked-section.tsx'
import { MfaSection } from '../components/mfa-section.tsx'
import { PasswordSection } from '../components/password-section.tsx'
import { ProfileSection } from '../components/profile-section.tsx'
import { RightsSection } from '../components/rights-section.tsx'
import { SessionsSection } from '../components/sessions-section.tsx'
import { TokensSection } from '../components/tokens-section.tsx'
import { words } from '../words.ts'
import styles from './account-page.module.css'

export const AccountPage = () => (
  <Page title={words.title}>
    <div className={styles.sections}>
      <ProfileSection />
      <PasswordSection />
      <MfaSection />
      <DisplaySection />
      <LinkedSection />
      <SessionsSection />
      <TokensSection />
      <CommandLineSection />
      <RightsSection />
    </div>
  </Page>
)
