import { privacyCopy } from '#copy/info.ts';
import { shellCopy } from '#copy/shell.ts';
import { TextLink } from '#ui/text-link.tsx';
import { TextPage } from './text-page.tsx';

export function PrivacyPage() {
  return (
    <TextPage lead={privacyCopy.lead} note={privacyCopy.updated} sections={privacyCopy.sections}>
      <p>
        {privacyCopy.contact} <TextLink to="/contact">{shellCopy.contact}</TextLink>
      </p>
    </TextPage>
  );
}
