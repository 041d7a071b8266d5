/** What to try documents out with in the demo tenant; see `Examples`. */
export const DOCUMENT_EXAMPLES = {
  linkToInvoice: {
    path: { id: 3 },
    bodies: {
      "The vendor's own paper": {
        name: 'Tax invoice NK-2291.pdf',
        url: 'https://files.najd.example/ap/NK-2291.pdf',
      },
    },
  },
  linkToReceipt: {
    path: { id: 2 },
    bodies: {
      'The delivery note that was signed': {
        name: 'Delivery note DN-5521.pdf',
        url: 'https://files.najd.example/wms/DN-5521.pdf',
      },
    },
  },
};
