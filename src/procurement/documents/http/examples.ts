/** An invoice that may be corrected, and a receipt that is posted, of the demo tenant. */
const DRAFT = { id: 4 };
const RECEIPT = { id: 2 };
/** The second document of the demo tenant: the first that somebody links. */
const LINKED = { document_id: 2 };

/** What to try documents out with in the demo tenant; see `Examples`. */
export const DOCUMENT_EXAMPLES = {
  linkToInvoice: {
    path: DRAFT,
    bodies: {
      "The vendor's own paper": {
        name: 'Tax invoice NK-2291.pdf',
        url: 'https://files.najd.example/ap/NK-2291.pdf',
      },
    },
  },
  linkToReceipt: {
    path: RECEIPT,
    bodies: {
      'The delivery note that was signed': {
        name: 'Delivery note DN-5521.pdf',
        url: 'https://files.najd.example/wms/DN-5521.pdf',
      },
    },
  },
  removeFromInvoice: { path: { ...DRAFT, ...LINKED } },
  removeFromReceipt: { path: { ...RECEIPT, ...LINKED } },
};
