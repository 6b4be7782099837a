import { listOffers } from "@/lib/engines/admin/model-offers";
import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { ModelOfferList, ModelOffersQuery } from "@/lib/schemas/engines";

export const endpoint = defineRoutes("/admin/models/offers", {
  GET: route(
    {
      summary: "List models that would improve or add language pairs",
      access: "session",
      admin: true,
      query: ModelOffersQuery,
      response: ModelOfferList,
    },
    ({ caller, query }) => listOffers(caller, query),
  ),
});
