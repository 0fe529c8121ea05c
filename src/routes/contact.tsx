import { createFileRoute } from '@tanstack/react-router';
import { ContactPage } from '#features/contact/contact-page.tsx';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';

export const Route = createFileRoute('/contact')({
  staticData: { title: titles.contact },
  component: withBar(ContactPage, { status: true }),
});
