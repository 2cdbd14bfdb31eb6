CREATE TABLE "change_reviews" (
	"first_id" uuid NOT NULL,
	"second_id" uuid NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"key" text NOT NULL,
	"fields" text[] NOT NULL,
	"reviewed_by" integer,
	"reviewed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "change_reviews_first_id_second_id_key_hash_pk" PRIMARY KEY("first_id","second_id","key_hash")
);
--> statement-breakpoint
ALTER TABLE "change_reviews" ADD CONSTRAINT "change_reviews_first_id_snapshots_id_fk" FOREIGN KEY ("first_id") REFERENCES "public"."snapshots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_reviews" ADD CONSTRAINT "change_reviews_second_id_snapshots_id_fk" FOREIGN KEY ("second_id") REFERENCES "public"."snapshots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_reviews" ADD CONSTRAINT "change_reviews_reviewed_by_users_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "change_reviews_second_idx" ON "change_reviews" USING btree ("second_id");--> statement-breakpoint
CREATE INDEX "change_reviews_user_idx" ON "change_reviews" USING btree ("reviewed_by");