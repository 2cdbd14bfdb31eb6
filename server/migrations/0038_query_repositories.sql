CREATE TABLE "query_repositories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"category_id" integer NOT NULL,
	"url" text NOT NULL,
	"branch" text NOT NULL,
	"path" text NOT NULL,
	"token_sealed" text,
	"ca_certificate" text,
	"mode" text NOT NULL,
	"apply" text NOT NULL,
	"owner_id" integer,
	"state" text DEFAULT 'new' NOT NULL,
	"last_commit" text,
	"last_error" text,
	"known" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"waiting_commit" text,
	"waiting_document" text,
	"waiting_places" jsonb,
	"waiting_faults" jsonb,
	"is_rewritten" boolean DEFAULT false NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"next_attempt_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_token" uuid,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "query_repositories_categoryId_unique" UNIQUE("category_id")
);
--> statement-breakpoint
CREATE TABLE "query_repository_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"repository_id" uuid NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "query_repository_changes_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"saved_query_id" uuid,
	"name" text NOT NULL,
	"former_name" text NOT NULL,
	"content" jsonb,
	"author_name" text NOT NULL,
	"author_email" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"conflict_path" text,
	"conflict_oid" text,
	"conflict_theirs" jsonb
);
--> statement-breakpoint
ALTER TABLE "query_repositories" ADD CONSTRAINT "query_repositories_category_id_query_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."query_categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "query_repositories" ADD CONSTRAINT "query_repositories_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "query_repository_changes" ADD CONSTRAINT "query_repository_changes_repository_id_query_repositories_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."query_repositories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "query_repository_changes_order_idx" ON "query_repository_changes" USING btree ("repository_id","position");--> statement-breakpoint
CREATE INDEX "query_repository_changes_query_idx" ON "query_repository_changes" USING btree ("repository_id","saved_query_id");