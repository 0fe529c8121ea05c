import { z } from './zod.ts';

/** Body of `create-checkout-session`. Item, price, number and return addresses are the server's; whatever else is sent is ignored. */
export const CreateCheckoutSession = z.object({});

/** Its answer: where to pay. */
export const CheckoutSession = z.object({ url: z.url() });
export type CheckoutSession = z.infer<typeof CheckoutSession>;
