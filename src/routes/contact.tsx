import { createFileRoute } from '@tanstack/react-router';
import { ContactPage } from '#features/contact/contact-page.tsx';
import { BackLink } from '#app/back-link.tsx';
import { PageStatus } from '#app/page-status.tsx';
import { titles } from '#app/titles.ts';
import { PageBar } from '#ui/page-bar.tsx';

export const Route = createFileRoute('/contact')({
  staticData: { title: titles.contact },
  component: Contact,
});

function Contact() {
  return (
    <>
      <PageBar title={titles.contact} start={<BackLink />} note={<PageStatus />} />
      <ContactPage />
    </>
  );
}
