import { z } from './zod.ts';

/** Body of `create-checkout-session`. The server sets item, price, quantity and return addresses. */
export const CreateCheckoutSession = z.object({});

/** Its answer: the address of the payment page. */
export const CheckoutSession = z.object({ url: z.url() });
export type CheckoutSession = z.infer<typeof CheckoutSession>;
