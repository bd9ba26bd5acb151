const { defineConfig } = require("@medusajs/framework/utils");

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { ssl: false },
    http: {
      storeCors: "http://127.0.0.1",
      adminCors: "http://127.0.0.1",
      authCors: "http://127.0.0.1",
      jwtSecret: process.env.SHOP_SECRET,
      cookieSecret: process.env.SHOP_SECRET,
    },
  },
  admin: { disable: true },
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      options: {
        // The default is 5 s, so that a customer who returns at once completes the cart first.
        webhook_delay: 1,
        providers: [
          {
            resolve: "stablecoin-checkout-medusa",
            id: "main",
            options: {
              baseUrl: process.env.CHECKOUT_URL,
              serverKey: process.env.CHECKOUT_SERVER_KEY,
              webhookSecret: process.env.CHECKOUT_WEBHOOK_SECRET,
            },
          },
        ],
      },
    },
  ],
});
